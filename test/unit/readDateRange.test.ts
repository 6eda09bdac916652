import type { IDataObject } from 'n8n-workflow';

import { readDateRange } from '../../nodes/form/dateRangeFields';
import { customRange, namedRange } from '../../nodes/form/dateRange';
import type { ItemContext } from '../../nodes/n8n/itemContext';
import { refusalOf } from '../support/userError';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const timezone = 'Europe/Berlin';

/** Reads the fields of an item, some of which are expressions. */
function read(fields: IDataObject, fallback: 'any' | 'yesterday' = 'any', expressions = ['']) {
	const parameter = (name: string, other: unknown) => (name in fields ? fields[name] : other);
	const isExpression = (name: string) => expressions.includes(name);
	return readDateRange(
		{ parameter, isExpression, timezone } as unknown as ItemContext,
		fallback,
		NOW,
	);
}

it('is the default where the form has no such field', () => {
	expect(read({})).toBeUndefined();
	expect(read({}, 'yesterday')).toEqual(namedRange('yesterday', timezone, NOW));
});

it('is any time only where that is offered', () => {
	expect(read({ dateRange: 'any' })).toBeUndefined();
	expect(refusalOf(() => read({ dateRange: 'any' }, 'yesterday')).message).toBe(
		'\'Date Range\' is "any", which is not valid',
	);
});

const ENDS = { startedAfter: 'Started After', startedBefore: 'Started Before' };

it.each(Object.entries(ENDS))(
	'of its own is open where %s is empty, and no expression',
	(end, label) => {
		const times = { startedAfter: '2026-11-01', startedBefore: '2026-11-02' };
		for (const empty of [undefined, null, '']) {
			const given: IDataObject = { ...times, [end]: empty };
			const range = customRange(given.startedAfter, given.startedBefore, timezone);
			const fields = { dateRange: 'custom', ...given } as IDataObject;
			const others = Object.keys(ENDS).filter((name) => name !== end);
			expect(read(fields, 'any', others)).toEqual(range);
			expect(refusalOf(() => read(fields, 'any', [end]))).toEqual({
				message: `The expression in '${label}' returned nothing`,
				advice: `Check that the input item contains the field in the expression. To leave this end of the range open, clear '${label}'.`,
			});
		}
	},
);
