import type { Invalid } from '../apiResponse';
import { outcomeNamed } from '../calls/callOutcomes';
import type { IncomingCalls } from '../calls/callStore';
import type { Fault, FaultRule } from '../faults/faults';
import type { FieldRules } from '../fieldRules';

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
	hold: {},
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

const isCount = (value: unknown, least: number) =>
	value === undefined || (Number.isInteger(value) && Number(value) >= least);

/** Reads a JSON object. */
export function parseObject(text: string): Fields | Invalid {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : { problem: 'The body must be a JSON object.' };
	} catch {
		return { problem: 'The body is not valid JSON.' };
	}
}

function faultProblem(fault: unknown): string | undefined {
	const kinds = Object.keys(needed);
	if (!isObject(fault) || !kinds.includes(String(fault.kind))) {
		return `"fault" must be an object whose "kind" is one of ${kinds.join(', ')}.`;
	}
	const kind = fault.kind as Fault['kind'];
	for (const [name, type] of Object.entries(needed[kind])) {
		if (typeof fault[name] !== type) return `A fault "${kind}" needs "${name}" (${type}).`;
	}
	if (kind === 'json' && fault.body === undefined) return 'A fault "json" needs "body".';
	if (kind === 'hold' && !isCount(fault.count, 1)) return '"count" must be a whole number from 1.';
	const isWait = kind === 'delay' || kind === 'hold';
	return isWait && fault.then !== undefined ? faultProblem(fault.then) : undefined;
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

/** Reads a fault rule that somebody sent. */
export function readFaultRule(rule: Fields): FaultRule | Invalid {
	const problem =
		faultProblem(rule.fault) ??
		pathProblem(rule.path) ??
		(['GET', 'POST', undefined].includes(rule.method as string)
			? undefined
			: '"method" must be GET or POST.') ??
		(['first-page', 'later-page', undefined].includes(rule.when as string)
			? undefined
			: '"when" must be first-page or later-page.') ??
		(isCount(rule.skip, 0) && isCount(rule.times, 0)
			? undefined
			: '"skip" and "times" must be whole numbers from 0.');
	return problem === undefined ? (rule as unknown as FaultRule) : { problem };
}

const mostAtOnce = 10_000;
const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isSeconds = (value: unknown) => Number.isFinite(value) && Number(value) >= 0;

export const incomingCallRules: FieldRules<IncomingCalls> = {
	count: [
		`a whole number from 1 to ${mostAtOnce}`,
		(value) => isCount(value, 1) && Number(value) <= mostAtOnce,
	],
	assistantId: ['a text', isText],
	phoneNumber: ['a text', isText],
	keyword: [
		'a keyword that the sandbox knows, such as Callback',
		(value) => isText(value) && outcomeNamed(String(value))?.kind === 'answered',
	],
	durationSeconds: ['a number from 0', isSeconds],
	startedSecondsAgo: ['a number from 0', isSeconds],
};
