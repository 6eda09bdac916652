import { templateCode } from './templateCode';

interface Row {
	id: number;
	name?: string;
	phone: string;
	status?: string | null;
	do_not_call?: unknown;
	call_again_from?: string | null;
	called_at?: string | null;
	attempts?: number | null;
}
type Items<Json> = Array<{ json: Json }>;

const template = 'call-list-from-a-table';
const rowsToCall = templateCode<Items<Row & { is_opted_out: boolean; is_repeated: boolean }>>(
	template,
	'Rows to Call',
);
const whatToWrite = templateCode<{ json: Record<string, unknown> }>(template, 'What to Write');
const count = templateCode<Items<{ result: string; left: number }>>(template, 'Count');

const itemsOf = (rows: unknown[]) => ({ all: () => rows.map((json) => ({ json })) });
const due = (rows: Array<Omit<Row, 'id'>>) =>
	rowsToCall({ $input: itemsOf(rows.map((row, index) => ({ id: index + 1, ...row }))) }).map(
		({ json }) => json,
	);
const phone = '+1 303 555 0101';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

describe('whose turn it is', () => {
	test.each([
		[{}, true],
		[{ status: '' }, true],
		[{ status: null }, true],
		[{ status: ' ' }, true],
		[{ status: 'calling' }, true],
		[{ status: 'later', call_again_from: anHourAgo() }, true],
		[{ status: 'later', call_again_from: null }, true],
		[{ status: 'later', call_again_from: inAnHour() }, false],
		[{ status: '', call_again_from: inAnHour() }, false],
		...['called', 'check', 'answered', 'not answered', 'not called', 'do not call', 'skipped'].map(
			(status) => [{ status }, false] as [object, boolean],
		),
	])('%j: %s', (row, isDue) => {
		expect(due([{ phone, ...row }])).toHaveLength(isDue ? 1 : 0);
	});

	test('an empty table, of which n8n gives one empty item, has none', () => {
		expect(rowsToCall({ $input: itemsOf([{}]) })).toEqual([]);
	});
});

describe('who is not to be called', () => {
	test.each([true, 'yes', 'Y', 'x', 1, '1', 'true', 'since March'])('do_not_call: %j', (said) => {
		expect(due([{ phone, do_not_call: said }])[0].is_opted_out).toBe(true);
	});

	test.each([false, '', null, undefined, 'no', 'N', 'False', 0, '0', 'off'])(
		'but not with do_not_call: %j',
		(said) => {
			expect(due([{ phone, do_not_call: said }])[0].is_opted_out).toBe(false);
		},
	);

	test.each([
		'+13035550101',
		'001 303 555 0101',
		'+1 (303) 555-0101',
		'tel:+1-303-555-0101',
		'(303) 555-0101',
		'+1 (0) 303 555 0101',
	])('a row with the same number as %s, wherever it stands and whatever its status', (other) => {
		const row = { phone: other, do_not_call: 'yes', status: 'answered' };
		expect(due([{ phone }, row])[0].is_opted_out).toBe(true);
		expect(due([row, { phone }])[0].is_opted_out).toBe(true);
	});

	test.each(['+1 303 555 0102', '', '555', 'unknown'])('a row with %j changes nothing', (other) => {
		expect(due([{ phone }, { phone: other, do_not_call: true, status: 'x' }])[0].is_opted_out).toBe(
			false,
		);
	});
});

test('a number in several rows is told from the second row on', () => {
	const rows = due([{ phone }, { phone: '+13035550102' }, { phone: '+1 (303) 555-0101' }]);
	expect(rows.map(({ is_repeated }) => is_repeated)).toEqual([false, false, true]);
});

describe('what is written', () => {
	const now = new Date('2026-11-20T09:00:00Z');
	const settings = { dry_run: false, attempts: 3, hours_between_attempts: 24 };
	const plus = ({ hours }: { hours: number }) => {
		const toISO = () => new Date(now.getTime() + hours * 3_600_000).toISOString();
		return { toUTC: () => ({ toISO }) };
	};
	const write = ($json: object, row: object = {}, changes: object = {}) =>
		whatToWrite({
			$json,
			$now: { plus },
			$: (name: string) =>
				name === 'Settings'
					? { first: () => ({ json: { ...settings, ...changes } }) }
					: { item: { json: { id: 7, status: '', attempts: null, ...row } } },
		}).json;
	const tomorrow = '2026-11-21T09:00:00.000Z';
	const dialled = '+13035550101';

	test.each([
		['placed', 'called'],
		['unconfirmed', 'check'],
	])('%s: %s, and when to call again if nobody answers', (outcome, status) => {
		expect(write({ outcome, phone_number: dialled }, { call_id: 'old' })).toEqual({
			...{ id: 7, status, detail: '', attempts: 1, call_again_from: tomorrow },
			...{ dialled, call_id: '' },
		});
	});

	test('after the last attempt there is no further one', () => {
		const written = write({ outcome: 'placed', phone_number: dialled }, { attempts: 2 });
		expect([written.attempts, written.call_again_from]).toEqual([3, null]);
	});

	test.each([
		[{ skippedBy: 'doNotCall' }, {}, 'do not call', null],
		[{ skippedBy: 'doNotCall' }, { is_opted_out: true, is_repeated: true }, 'do not call', null],
		[{ skippedBy: 'callingHours', callableFrom: tomorrow }, {}, 'later', tomorrow],
		[{ skippedBy: 'skipIfCalledWithin' }, {}, 'skipped', null],
		[{ skippedBy: 'skipIfCalledWithin' }, { status: 'calling' }, 'skipped', null],
		[{ skippedBy: 'skipIfCalledWithin' }, { status: 'later' }, 'later', tomorrow],
		[{ skippedBy: 'maxAttempts' }, { status: 'later' }, 'skipped', null],
		[{ skippedBy: 'skipAfterKeywords' }, {}, 'skipped', null],
	])('skipped: %j, %j', (outcome, row, status, from) => {
		const written = write({ outcome: 'skipped', reason: 'Why.', ...outcome }, row);
		expect(written).toMatchObject({ status, detail: 'Why.', call_again_from: from, attempts: 0 });
	});

	test('a number that an earlier row of this run has is not called again, and it says why', () => {
		const outcome = { outcome: 'skipped', skippedBy: 'doNotCall', reason: 'It is on the list.' };
		expect(write(outcome, { is_repeated: true })).toMatchObject({
			status: 'skipped',
			detail: 'The number is in another row as well',
			call_again_from: null,
			attempts: 0,
		});
	});

	test('not placed: with what happened and what to do', () => {
		const written = write({ outcome: 'notPlaced', error: 'Refused', message: 'Correct it.' });
		expect(written).toMatchObject({ status: 'not called', detail: 'Refused. Correct it.' });
	});

	test.each([
		[{ outcome: 'dryRun' }, {}, 'Dry run: would be called now'],
		[
			{ outcome: 'skipped', skippedBy: 'doNotCall', reason: 'It is on the list.' },
			{ is_repeated: true },
			'Dry run: The number is in another row as well',
		],
		[
			{ outcome: 'skipped', reason: 'It is night.', callableFrom: tomorrow },
			{},
			'Dry run: It is night.',
		],
		[{ outcome: 'notPlaced', error: 'Wrong' }, {}, 'Dry run: Wrong'],
	])('a dry run changes nothing but the detail: %j %j', (outcome, row, detail) => {
		const before = { status: 'later', attempts: 1, call_again_from: tomorrow, call_id: 'c' };
		const written = write(outcome, { ...before, dialled, ...row }, { dry_run: true });
		expect(written).toEqual({ id: 7, ...before, dialled, detail });
	});
});

describe('how the list stands', () => {
	const result = (rows: object[], { dry_run = false, paused = false } = {}) =>
		count({
			$input: itemsOf(rows.map((row, index) => ({ id: index + 1, ...row }))),
			$now: { zoneName: 'UTC' },
			DateTime: {
				fromMillis: () => ({
					setZone: () => ({ setLocale: () => ({ toFormat: () => '21 Nov, 09:00' }) }),
				}),
			},
			$: (name: string) =>
				name === 'Settings'
					? { first: () => ({ json: { dry_run } }) }
					: { isExecuted: true, all: () => (paused ? [] : [{}]) },
		})[0].json;

	test('counts per status, and says that nothing is left', () => {
		expect(
			result([{ status: 'called' }, { status: 'called' }, { status: 'skipped' }]),
		).toMatchObject({
			result: '3 rows: 2 called, 1 skipped. Nothing left to call now.',
			left: 0,
		});
	});

	test('paused: says what is left, and how to go on', () => {
		expect(result([{ status: 'called' }, { status: '' }], { paused: true })).toMatchObject({
			result:
				'2 rows: 1 called, 1 not tried yet. Paused: untick paused in the table call_switch, and start again.',
			left: 1,
		});
	});

	test('says when the next row is due', () => {
		expect(result([{ status: 'later', call_again_from: inAnHour() }]).result).toBe(
			'1 row: 1 later. Nothing left to call now. The next row can be called from 21 Nov, 09:00 on: start again then.',
		);
	});

	test('a dry run says how many would be called', () => {
		const rows = [{ status: '', detail: 'Dry run: would be called now' }, { status: '' }];
		expect(result(rows, { dry_run: true }).result).toBe(
			'2 rows: 2 not tried yet. Dry run: nobody was called. 1 row would be called now.',
		);
	});

	test('an empty table', () => {
		expect(
			count({
				$input: itemsOf([{}]),
				$: () => ({ first: () => ({ json: {} }), isExecuted: false }),
			})[0].json.result,
		).toMatch(/^The table call_list is empty\./);
	});
});
