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
	test('stays one segment of the path', async () => {
		await run(untouched(EVENT, '={{ $json.id }}'), { items: [{ id: '../größe?b#c\u0000' }] });

		const segment = '..%2Fgr%C3%B6%C3%9Fe%3Fb%23c%00';
		expect(requestsTo(sandbox())).toEqual([`GET /public/events/${segment}`]);
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
