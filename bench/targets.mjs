/*
 * What the package promises itself, and what of it was measured. A target that is missed does not fail
 * the benchmark: times and memory are the machine's. Requests are, and did so before (rounds.mjs).
 */
const factor = (number) => `${number.toFixed(2)} x`;
const requests = (number) => `${number} requests`;

const targets = [
	{
		oneCase: 'pages-0ms',
		what: '1,000 pages, 0 ms: wall time, this node (vm) to fetch without connection reuse',
		atMost: 1.3,
		measure: (of) => of('this node, vm').wallMs / of('fetch').wallMs,
	},
	{
		oneCase: 'pages-0ms',
		what: 'the same: peak memory',
		atMost: 1.5,
		measure: (of) => of('this node, vm').peakBytes / of('fetch').peakBytes,
	},
	{
		oneCase: 'pages-0ms',
		what: 'the same: wall time, HTTP Request and Split Out (vm) to this node (vm)',
		atLeast: 2,
		measure: (of) => of('HTTP Request, vm').wallMs / of('this node, vm').wallMs,
	},
	{
		oneCase: 'pages-0ms',
		what: 'the same: peak memory, this node (vm) to HTTP Request and Split Out (vm)',
		below: 1,
		measure: (of) => of('this node, vm').peakBytes / of('HTTP Request, vm').peakBytes,
	},
	{
		oneCase: 'pages-20ms',
		what: '1,000 pages, 20 ms: wall time, this node (vm) to fetch without connection reuse',
		atMost: 1.05,
		measure: (of) => of('this node, vm').wallMs / of('fetch').wallMs,
	},
	{
		oneCase: 'limit',
		what: 'A limit of 1,000 out of 100,000',
		atMost: 10,
		in: requests,
		measure: (of) => of('this node, vm').requests,
	},
	{
		oneCase: 'yesterday-supported',
		what: 'Yesterday out of 100,000, newest first supported',
		atMost: 3,
		in: requests,
		measure: (of) => of('this node, vm').requests,
	},
	{
		oneCase: 'yesterday-refused',
		what: 'the same, newest first refused: the refusal, and then the history of 1,000 pages',
		atMost: 1001,
		in: requests,
		measure: (of) => of('this node, vm').requests,
	},
	{
		oneCase: 'yesterday-ignored',
		what: 'the same, newest first ignored: the 144 calls, out of the whole history',
		atMost: 144,
		in: (number) => `${number} calls`,
		measure: (of) => of('this node, vm').items,
	},
	{
		oneCase: 'growth',
		what: 'CPU time for a page: a list of 1,000 pages to one of 100 pages, this node (vm)',
		atMost: 1.1,
		measure: (of) => perPage(of, 'this node, vm', 'cpuMs'),
	},
	{
		oneCase: 'growth',
		what: 'the same: wall time',
		atMost: 1.1,
		measure: (of) => perPage(of, 'this node, vm', 'wallMs'),
	},
	{
		oneCase: 'create-cpu',
		what: 'CPU time for an item of Create (vm), this node to a node of routing.send expressions',
		atMost: 0.75,
		measure: (of) => of('this node, vm').cpuMs / of('routing.send, vm').cpuMs,
	},
];

function perPage(of, name, quantity) {
	const [short, long] = ['100', '1,000'].map((pages) => of(`${name}, ${pages} pages`));
	return long[quantity] / long.requests / (short[quantity] / short.requests);
}

/**
 * @param {Map<string, Map<string, object>>} results The medians of each case that was run.
 * @returns {Array<{ what: string, target: string, measured: string, isMet: boolean }>}
 */
export function targetsOf(results) {
	return targets
		.filter(({ oneCase }) => results.has(oneCase))
		.map(({ oneCase, what, atMost, atLeast, below, in: inWords = factor, measure }) => {
			const number = measure((name) => results.get(oneCase).get(name));
			const [words, bound] = [
				['at most', atMost],
				['at least', atLeast],
				['less than', below],
			].find(([, value]) => value !== undefined);
			const isMet = { 'at most': number <= bound, 'at least': number >= bound }[words];
			return {
				what,
				target: `${words} ${inWords(bound)}`,
				measured: inWords(number),
				isMet: isMet ?? number < bound,
			};
		});
}
