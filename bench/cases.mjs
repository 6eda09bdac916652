/*
 * What is measured: for each case the work, who does it, and how many requests each of them must make.
 * A case is read by rounds.mjs; what its numbers mean stands in report.mjs.
 */
const calls = 100_000;
const pageSize = 100;
const allPages = calls / pageSize;
const warmUpPages = 100;
const people = 1000;
const delay = { fault: { kind: 'delay', ms: 20 } };

/** The limit: no n8n, no checks. n8n opens a connection for each request, so the first one does too. */
const loop = (client, reuse) => ({ module: 'bareLoop', client, reuse });
const fetchLoop = { name: 'fetch', ...loop('fetch', false) };
const fetchReusing = { name: 'fetch, connections reused', ...loop('fetch', true) };
const httpGetLoop = { name: 'http.get, connections reused', ...loop('http.get', true) };

const inN8n = (name, module) => (expressions) => ({
	name: `${name}, ${expressions}`,
	module,
	expressions,
});
const thisNode = inN8n('this node', 'thisNode');
const httpRequest = inN8n('HTTP Request', 'httpRequest');
/** Records as the service sends them, as HTTP Request returns them. */
const getMany = (expressions) => ({ ...thisNode(expressions), operation: 'raw' });
const getManySimplified = { ...thisNode('vm'), name: 'this node, Simplified, vm' };

/** Every contestant makes so many requests and ends with so many items. */
const each = (contestants, requests, items) =>
	contestants.map((contestant) => ({ ...contestant, requests, items }));

const list = {
	service: { calls },
	work: { kind: 'list' },
	warmUp: { kind: 'list', limit: warmUpPages * pageSize },
};

/** A report at eight in the morning: 48 calls today, 144 yesterday, 693 days of history. */
const today = new Date().setUTCHours(0, 0, 0, 0);
const minute = 60_000;
const yesterday = {
	...list,
	service: { calls, newest: today + 475 * minute, everyMinutes: 10 },
	work: { kind: 'list', yesterday: today - 24 * 60 * minute },
};
const ofYesterday = 144;

const create = (callsAtOnce) => ({
	service: { calls: 0 },
	faults: [delay],
	work: { kind: 'create', count: people, callsAtOnce },
	warmUp: { kind: 'create', count: 50, callsAtOnce },
});

export const cases = [
	{
		...list,
		name: 'pages-0ms',
		title: '1,000 pages of 100 records, answered at once',
		contestants: each(
			[
				fetchLoop,
				fetchReusing,
				httpGetLoop,
				...['legacy', 'vm'].flatMap((engine) => [getMany(engine), httpRequest(engine)]),
				getManySimplified,
			],
			allPages,
			calls,
		),
	},
	{
		...list,
		name: 'pages-20ms',
		title: '1,000 pages of 100 records, answered after 20 ms',
		faults: [delay],
		contestants: each([fetchLoop, getMany('vm')], allPages, calls),
	},
	{
		...list,
		name: 'limit',
		title: 'A limit of 1,000 out of 100,000',
		work: { kind: 'list', limit: 1000 },
		contestants: each(
			[fetchLoop, getMany('legacy'), getMany('vm'), httpRequest('legacy'), httpRequest('vm')],
			10,
			1000,
		),
	},
	{
		...yesterday,
		name: 'yesterday-supported',
		title: 'Yesterday (144 calls) out of 100,000, newest first supported',
		contestants: [
			...each([fetchLoop], 2, ofYesterday),
			...each([getMany('legacy'), getMany('vm')], 3, ofYesterday),
			// It cannot stop by date: a Filter node would follow.
			...each([httpRequest('vm')], allPages, calls),
		],
	},
	{
		...yesterday,
		name: 'yesterday-refused',
		title: 'Yesterday out of 100,000, newest first refused',
		faults: [{ fault: { kind: 'refuseSort' } }],
		contestants: each([fetchLoop, getMany('legacy'), getMany('vm')], 1 + allPages, ofYesterday),
	},
	{
		...yesterday,
		name: 'yesterday-ignored',
		title: 'Yesterday out of 100,000, newest first ignored',
		faults: [{ fault: { kind: 'ignoreSort' } }],
		contestants: each([fetchLoop, getMany('legacy'), getMany('vm')], allPages, ofYesterday),
	},
	...[1, 5, 20].map((callsAtOnce) => ({
		...create(callsAtOnce),
		name: `create-${callsAtOnce}-at-once`,
		title: `1,000 items of Create, answered after 20 ms, ${callsAtOnce} at once`,
		// One at a time is 20 seconds of waiting for everybody.
		contestants: each(
			[...(callsAtOnce === 1 ? [] : [fetchLoop, thisNode('legacy')]), thisNode('vm')],
			people,
			people,
		).map((contestant) => ({ ...contestant, mostAtOnce: callsAtOnce })),
	})),
	{
		...create(1),
		name: 'create-cpu',
		title: '1,000 items of Create, answered at once',
		faults: [],
		contestants: each(
			['legacy', 'vm'].flatMap((engine) => [
				thisNode(engine),
				{ ...httpRequest(engine), name: `HTTP Request, fields, ${engine}`, body: 'fields' },
				{ ...httpRequest(engine), name: `HTTP Request, JSON, ${engine}`, body: 'json' },
			]),
			people,
			people,
		),
	},
	{
		...create(1),
		name: 'create-dry-run',
		title: '6,000 items of Create, Dry Run',
		faults: [],
		work: { kind: 'create', count: 6000, callsAtOnce: 1, options: { dryRun: true } },
		contestants: each([thisNode('legacy'), thisNode('vm')], 0, 6000),
	},
	{
		...create(1),
		name: 'create-wrong',
		title: '5,000 items of Create, Dry Run, of which all are right or all are wrong',
		faults: [],
		work: { kind: 'create', count: 5000, callsAtOnce: 1, options: { dryRun: true } },
		contestants: [
			...each([{ ...thisNode('vm'), name: 'this node, all right, vm' }], 0, 5000),
			...each([{ ...thisNode('vm'), name: 'this node, all wrong, vm', areWrong: true }], 0, 5000),
		],
	},
	{
		...list,
		name: 'report',
		title: 'A report on 100,000 calls, and the calls themselves',
		contestants: [
			...each([{ ...thisNode('vm'), name: 'Get Report', operation: 'getReport' }], allPages, 1),
			...each([{ ...getMany('vm'), name: 'Get Many, raw' }], allPages, calls),
		],
	},
	{
		...list,
		name: 'growth',
		title: 'A list of 100 pages, and one of 1,000',
		contestants: [100, allPages].flatMap((pages) =>
			each([fetchLoop, getMany('legacy'), getMany('vm')], pages, pages * pageSize).map(
				(contestant) => ({
					...contestant,
					name: `${contestant.name}, ${pages.toLocaleString('en')} pages`,
					service: { calls: pages * pageSize },
				}),
			),
		),
	},
];
