import { startSandbox, type Sandbox } from '../../../sandbox';
import { againstSandbox } from '../../support/againstSandbox';
import { ADVICE, at, TITLES } from '../../support/engineSentences';
import { EVIL_PATHS } from '../../support/evilPaths';
import {
	COMPANY,
	eachOperation,
	eachWithId,
	EVENT,
	EVENTS,
	requestsTo,
	untouched,
} from '../../support/undocumented';
import { someOf } from '../../support/deep';

/* No ID and no path leads a request, and the key with it, anywhere else. */

/** A value as a title quotes it. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

describe('an ID', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	const STAYS = [
		['a/b', 'a%2Fb'],
		['../company', '..%2Fcompany'],
		['..\\company', '..%5Ccompany'],
		['a/../../company', 'a%2F..%2F..%2Fcompany'],
		['...', '...'],
		['a?b=c&d', 'a%3Fb%3Dc%26d'],
		['?', '%3F'],
		['a#b', 'a%23b'],
		['100%', '100%25'],
		['%2e%2e', '%252e%252e'],
		['%2F', '%252F'],
		['//other.example', '%2F%2Fother.example'],
		['https://other.example/x', 'https%3A%2F%2Fother.example%2Fx'],
		['@other.example', '%40other.example'],
		['größe 😀', 'gr%C3%B6%C3%9Fe%20%F0%9F%98%80'],
		['a\tb\u0000c', 'a%09b%00c'],
		['{id}', '%7Bid%7D'],
		['$& $1', '%24%26%20%241'],
		[' blanks ', 'blanks'],
	];

	describe.each(eachWithId)('of %s', (_, named) => {
		test.each(someOf(STAYS))('%j stays one segment of the path', async (id, segment) => {
			const { error } = await run(untouched(named, '={{ $json.id }}'), { items: [{ id }] });

			expect(requestsTo(sandbox())).toEqual([`GET ${named.path.replace('{id}', segment)}`]);
			expect(error?.message).toContain('(404)');
		});

		test.each([
			['a number', 42, '42'],
			['zero', 0, '0'],
		])('may be %s', async (__, id, segment) => {
			await run(untouched(named, '={{ $json.id }}'), { items: [{ id }] });

			expect(requestsTo(sandbox())).toEqual([`GET ${named.path.replace('{id}', segment)}`]);
		});

		test.each([
			['nothing', undefined, TITLES.emptyField('ID')],
			['null', null, TITLES.emptyField('ID')],
			['blanks', '  ', TITLES.emptyField('ID')],
			['an object', { id: 1 }, TITLES.emptyField('ID')],
			['a list', ['x'], TITLES.emptyField('ID')],
			['a switch', true, TITLES.emptyField('ID')],
			['a dot', '.', TITLES.noId('ID', '.')],
			['two dots', ' .. ', TITLES.noId('ID', '..')],
			['half a character', 'a\ud83d', TITLES.noId('ID', 'a\ufffd')],
		])('that is %s is refused before anything is sent', async (__, id, sentence) => {
			const { error } = await run(untouched(named, '={{ $json.id }}'), {
				items: [{ id } as never],
			});

			expect(error?.message).toBe(`${sentence}${at(0)}`);
			expect(error?.description).toMatch(/^Enter ('ID'|the ID of a record in 'ID')\. /);
			expect(sandbox().log).toEqual([]);
		});
	});
});

describe('a path that leads elsewhere', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	let elsewhere: Sandbox;
	beforeEach(async () => (elsewhere = await startSandbox({ calls: 1 })));
	afterEach(async () => await elsewhere.close());
	const host = () => new URL(elsewhere.url).host;

	describe.each(eachOperation)('typed at %s', (_, named) => {
		test.each(someOf(EVIL_PATHS, 8))('as %j is refused before anything is sent', async (typed) => {
			const path = typed.replace('{host}', host());
			const withId = named.hasId ? `${path}/{id}` : path;
			const { error } = await run(
				{ ...untouched(named), endpointPath: '={{ $json.path }}' },
				{ items: [{ path: withId }] },
			);

			expect(error?.message).toBe(`${TITLES.wrongPath(inOneLine(withId))}${at(0)}`);
			expect(error?.description).toBe(ADVICE.enterPath);
			expect(sandbox().log).toEqual([]);
			expect(elsewhere.log).toEqual([]);
		});

		test.each([
			['a number', 7, '7'],
			['an object', { path: '/public/events' }, 'an object'],
			['a list', ['/public/events'], 'a list'],
			['nothing', null, ''],
			['a blank', ' ', ''],
		])('as an expression that gives %s is refused', async (__, path, shown) => {
			const { error } = await run(
				{ ...untouched(named), endpointPath: '={{ $json.path }}' },
				{ items: [{ path } as never] },
			);

			expect(error?.message).toBe(`${TITLES.wrongPath(shown)}${at(0)}`);
			expect(sandbox().log).toEqual([]);
		});

		test('by a redirect of the service is not followed', async () => {
			const location = `${elsewhere.url}/public/events`;
			sandbox().fault({ fault: { kind: 'redirect', status: 302, location } });
			const { error } = await run(untouched(named));

			expect(error?.message).toBe(`${TITLES.redirected(location, 302)}${at(0)}`);
			expect(sandbox().log).toHaveLength(1);
			expect(elsewhere.log).toEqual([]);
		});
	});

	test.each(['/@{host}/events', '/user:password@{host}/events', '/http://{host}/x', '/a//{host}'])(
		'only by its looks, as %j, is used as typed, at the service',
		async (typed) => {
			const path = typed.replace('{host}', host());
			await run({ ...untouched(EVENTS), endpointPath: path });

			expect(requestsTo(sandbox())).toEqual([`GET ${path}`]);
			expect(elsewhere.log).toEqual([]);
		},
	);

	test.each(eachWithId)('has a place for the ID at %s, or is refused', async (_, named) => {
		const { error } = await run({ ...untouched(named), endpointPath: '/public/events' });

		expect(error?.message).toBe(`${TITLES.noPlaceForId('/public/events')}${at(0)}`);
		expect(error?.description).toContain('Write {id} where the ID belongs');
		expect(sandbox().log).toEqual([]);
	});

	const evil = '={{ $json.text }}';

	test.each([
		['a path', { ...untouched(COMPANY), endpointPath: evil }],
		['a path and an ID', { ...untouched(EVENT, evil), endpointPath: evil }],
		['an ID', { ...untouched(EVENT, evil) }],
	])(
		'cannot be made of any pieces, as %s, with the Base URL two folders deep',
		async (_, parameters) => {
			const pieces = [
				...['/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '%', '{id}', '?', '#', ';', '@', ':'],
				...['http:', '//{host}', '{host}', '\t', '\u0000', 'public', 'ß', '\uff0f', '../'],
			];
			// Every pair, each as an item of its own.
			const texts = pieces.flatMap((one) => pieces.map((other) => `${one}${other}`));
			const items = texts.map((text) => ({ text: text.replaceAll('{host}', host()) }));
			const result = await run(parameters, {
				items,
				credential: { apiKey: sandbox().apiKey, baseUrl: `${sandbox().url}/deep/down` },
				settings: { onError: 'continueRegularOutput' },
			});

			expect(result.items).toHaveLength(items.length);
			expect(sandbox().log.length).toBeGreaterThan(20);
			const reached = sandbox().log.map(({ url }) => new URL(url, sandbox().url).pathname);
			expect(reached.filter((path) => !/^\/deep\/down(\/|$)/.test(path))).toEqual([]);
			expect(elsewhere.log).toEqual([]);
		},
	);
});
