import type { FastifyInstance } from 'fastify';
import type { PlacedCall } from './api';
import { jsonType, refuse } from './answer';
import type { Fault, FaultBook, FaultRule } from './faults';
import type { RequestLog } from './log';
import type { Refused } from './query';

type Fields = Record<string, unknown>;

/** What every kind of fault must bring along, by name and type. */
const needed: Readonly<Record<Fault['kind'], Readonly<Record<string, string>>>> = {
	status: { status: 'number' },
	json: {},
	html: {},
	invalidJson: {},
	empty: {},
	redirect: { status: 'number', location: 'string' },
	echoKey: {},
	never: {},
	delay: { ms: 'number' },
	drop: {},
	cutOff: {},
	repeatCursor: {},
	ignoreCursor: {},
	emptyPage: {},
	ignoreSort: {},
	refuseSort: {},
};

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function faultProblem(fault: unknown): string | undefined {
	const kinds = Object.keys(needed);
	if (!isObject(fault) || !kinds.includes(String(fault.kind))) {
		return `"fault" must be an object whose "kind" is one of ${kinds.join(', ')}.`;
	}
	for (const [name, type] of Object.entries(needed[fault.kind as Fault['kind']])) {
		if (typeof fault[name] !== type) return `A fault "${fault.kind}" needs "${name}" (${type}).`;
	}
	if (fault.kind === 'json' && fault.body === undefined) return 'A fault "json" needs "body".';
	return fault.kind === 'delay' && fault.then !== undefined ? faultProblem(fault.then) : undefined;
}

function pathProblem(path: unknown): string | undefined {
	if (path === undefined) return undefined;
	if (typeof path !== 'string' || !/^[/^]/.test(path)) {
		return '"path" must begin with / (exact) or with ^ (a pattern).';
	}
	try {
		new RegExp(path);
	} catch {
		return `"path" is not a valid pattern: ${path}`;
	}
	return undefined;
}

/** Reads a fault rule that came as JSON text. */
export function readRule(text: string): FaultRule | Refused {
	let rule: unknown;
	try {
		rule = JSON.parse(text);
	} catch {
		return { refused: 'The fault rule is not valid JSON.' };
	}
	if (!isObject(rule)) return { refused: 'The fault rule must be a JSON object.' };
	const problem =
		faultProblem(rule.fault) ??
		pathProblem(rule.path) ??
		(['GET', 'POST', undefined].includes(rule.method as string)
			? undefined
			: '"method" must be GET or POST.') ??
		(['first-page', 'later-page', undefined].includes(rule.when as string)
			? undefined
			: '"when" must be first-page or later-page.') ??
		[rule.skip, rule.times]
			.filter((count) => count !== undefined && !(Number.isInteger(count) && Number(count) >= 0))
			.map(() => '"skip" and "times" must be whole numbers from 0.')
			.at(0);
	return problem === undefined ? (rule as unknown as FaultRule) : { refused: problem };
}

/** Adds the routes by which people and other processes control the sandbox; they need no key. */
export function addControl(
	app: FastifyInstance,
	faults: FaultBook,
	log: RequestLog,
	placed: readonly PlacedCall[],
): void {
	app.post('/__sandbox/faults', async (request, reply) => {
		const rule = readRule(typeof request.body === 'string' ? request.body : '');
		if ('refused' in rule) {
			return await reply.code(400).type(jsonType).send(refuse(400, rule.refused).body);
		}
		faults.add(rule);
		return await reply.send({ added: rule });
	});
	app.delete('/__sandbox/faults', async () => {
		faults.clear();
		return { cleared: true };
	});
	app.get('/__sandbox/log', async () => log.entries);
	app.get('/__sandbox/placed', async () => placed);
}
