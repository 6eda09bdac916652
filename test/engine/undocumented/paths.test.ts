import { startSandbox, type Sandbox } from '../../../sandbox';
import { againstSandbox } from '../../support/againstSandbox';
import { someOf } from '../../support/deep';
import { ADVICE, at, TITLES } from '../../support/engineSentences';
import { EVIL_PATHS } from '../../support/evilPaths';
import { COMPANY, EVENT, requestsTo, untouched } from '../../support/undocumented';

/* No ID and no path leads a request, and the key with it, anywhere else. */

const { sandbox, run } = againstSandbox({ calls: 1 });
let elsewhere: Sandbox;
beforeEach(async () => (elsewhere = await startSandbox({ calls: 1 })));
afterEach(async () => {
	expect(elsewhere.log).toEqual([]);
	await elsewhere.close();
});
const host = () => new URL(elsewhere.url).host;

describe('an ID', () => {
	test.each([
		['../company?b#c', '..%2Fcompany%3Fb%23c'],
		['größe 😀\u0000', 'gr%C3%B6%C3%9Fe%20%F0%9F%98%80%00'],
		[' blanks ', 'blanks'],
		[0, '0'],
	])('%j stays one segment of the path', async (id, segment) => {
		await run(untouched(EVENT, '={{ $json.id }}'), { items: [{ id }] });

		expect(requestsTo(sandbox())).toEqual([`GET /public/events/${segment}`]);
	});

	test.each([
		[undefined, TITLES.emptyField('ID')],
		[' .. ', TITLES.noId('ID', '..')],
	])('%j is refused before anything is sent', async (id, sentence) => {
		const { error } = await run(untouched(EVENT, '={{ $json.id }}'), { items: [{ id } as never] });

		expect(error?.message).toBe(`${sentence}${at(0)}`);
		expect(error?.description).toMatch(/^Enter ('ID'|the ID of a record in 'ID')\. /);
		expect(sandbox().log).toEqual([]);
	});

	test('needs a place in the path', async () => {
		const { error } = await run({ ...untouched(EVENT), endpointPath: '/public/events' });

		expect(error?.message).toBe(`${TITLES.noPlaceForId('/public/events')}${at(0)}`);
		expect(error?.description).toContain('Write {id} where the ID belongs');
		expect(sandbox().log).toEqual([]);
	});
});

describe.each([COMPANY, EVENT])('a path typed at $resource', (named) => {
	const parameters = { ...untouched(named), endpointPath: '={{ $json.path }}' };

	test.each<[unknown, shown?: string]>([
		...someOf(EVIL_PATHS, 8).map((path) => [path] as [string]),
		[7, '7'],
		[['/public/events'], 'a list'],
		[null, ''],
	])('as %j is refused before anything is sent', async (...[typed, shown]) => {
		const id = named.hasId ? '/{id}' : '';
		const path = typeof typed === 'string' ? typed.replace('{host}', host()) + id : typed;
		const { error } = await run(parameters, { items: [{ path } as never] });

		const inOneLine = String(path).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
		expect(error?.message).toBe(`${TITLES.wrongPath(shown ?? inOneLine.trim())}${at(0)}`);
		expect(error?.description).toBe(ADVICE.enterPath);
		expect(sandbox().log).toEqual([]);
	});
});

test('a redirect of the service is not followed', async () => {
	const location = `${elsewhere.url}/public/events`;
	sandbox().fault({ fault: { kind: 'redirect', status: 302, location } });
	const { error } = await run(untouched(COMPANY));

	expect(error?.message).toBe(`${TITLES.redirected(location, 302)}${at(0)}`);
	expect(sandbox().log).toHaveLength(1);
});
