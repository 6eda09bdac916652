import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { CALL_FIELDS, formatRecord, OUTPUT_FIELDS, timeOf } from '../../nodes/shared/calls/record';
import { cases } from '../support/deep';

/** Names that a service may use and that mean something to JavaScript. */
const oddName = fc.constantFrom(
	'toString',
	'valueOf',
	'toJSON',
	'__proto__',
	'constructor',
	'length',
);

const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ depthSize: 'small' },
		fc.jsonValue({ maxDepth: 1 }),
		fc.array(tie('json'), { maxLength: 3 }),
		fc.dictionary(
			fc.oneof(fc.string({ maxLength: 3 }), oddName, fc.constantFrom('Sorting', 'Role', 'Text')),
			tie('json'),
			{ maxKeys: 4 },
		),
	),
}));

const turn = fc.record({ Sorting: json, Role: json, Text: json }, { requiredKeys: [] });

const record = fc
	.record(
		{
			...Object.fromEntries(CALL_FIELDS.map((name) => [name, json])),
			StartedAt: fc.oneof(json, fc.date().map(String), fc.constant('2026-11-20T08:00:00Z')),
			EndedAt: fc.oneof(json, fc.constant('2026-11-20T08:01:00Z')),
			Transcript: fc.oneof(json, fc.array(fc.oneof(json, turn))),
		},
		{ requiredKeys: [] },
	)
	.map((value) => JSON.parse(JSON.stringify(value)) as IDataObject);

const NAMES = [
	...['CallId', 'Status', 'AssistantName', 'PhoneNumber', 'Summary', 'StartedAt', 'EndedAt'],
	...['DurationSeconds', 'Keywords', 'TranscriptText'],
];

it('a record is simplified to the same ten flat fields, whatever it holds', () => {
	fc.assert(
		fc.property(record, (any) => {
			const simplified = formatRecord(any, 'simplified', []);
			expect(Object.keys(simplified)).toEqual(NAMES);
			for (const value of Object.values(simplified)) {
				expect(value === null || ['string', 'number', 'boolean'].includes(typeof value)).toBe(true);
			}
		}),
		{ numRuns: cases(1500) },
	);
});

/** What is no field of the service's own. */
const DERIVED_FIELDS = ['CallId', 'DurationSeconds', 'TranscriptText'];

it('the fields that were selected are there, as in the record or null', () => {
	const fields = fc.uniqueArray(
		fc.oneof(fc.string(), oddName, fc.constantFrom(...CALL_FIELDS, ...OUTPUT_FIELDS)),
	);
	fc.assert(
		fc.property(record, fields, (any, names) => {
			const selected = new Map(Object.entries(formatRecord(any, 'selected', names)));
			expect([...selected.keys()].sort()).toEqual([...names].sort());
			for (const name of names.filter((each) => !DERIVED_FIELDS.includes(each))) {
				const given = Object.hasOwn(any, name) ? any[name] : null;
				expect(selected.get(name)).toEqual(given);
			}
		}),
		{ numRuns: cases(500) },
	);
});

it('every turn is a line of the transcript, in the order of Sorting', () => {
	const text = fc.string().map((any) => any.replace(/\s+/g, ' '));
	const turns = fc
		.array(fc.record({ Role: fc.constantFrom('AI', 'User'), Text: text }))
		.chain((list) =>
			fc.tuple(
				fc.constant(list),
				fc.shuffledSubarray(
					list.map((each, Sorting) => ({ ...each, Sorting })),
					{ minLength: list.length },
				),
			),
		);
	fc.assert(
		fc.property(turns, ([inOrder, Transcript]) => {
			const lines = inOrder.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n');
			expect(formatRecord({ Transcript }, 'selected', ['TranscriptText'])).toEqual({
				TranscriptText: lines,
			});
		}),
	);
});

it('a time is read as the same moment in every form that services write', () => {
	const moment = fc.integer({ min: 0, max: Date.parse('2100-01-01') });
	fc.assert(
		fc.property(moment, fc.integer({ min: -14 * 4, max: 14 * 4 }), (time, quarters) => {
			const utc = new Date(time).toISOString();
			const local = new Date(time + quarters * 900_000).toISOString().slice(0, -1);
			const sign = quarters < 0 ? '-' : '+';
			const hours = String(Math.floor(Math.abs(quarters) / 4)).padStart(2, '0');
			const minutes = String((Math.abs(quarters) % 4) * 15).padStart(2, '0');
			const forms = [
				utc,
				utc.slice(0, -1),
				utc.replace('T', ' '),
				`${local}${sign}${hours}:${minutes}`,
				`${local}${sign}${hours}${minutes}`,
				...(minutes === '00' ? [`${local.replace('T', ' ')}${sign}${hours}`] : []),
			];
			expect(forms.map(timeOf)).toEqual(forms.map(() => time));
		}),
	);
});
