import { backoff, retryAfter } from '../../nodes/service/client';
import { useClockAt } from '../support/clock';

const NOW = Date.parse('2026-11-20T08:00:00Z');

describe('the time that a service asks to wait', () => {
	useClockAt(NOW);

	it.each([
		['is missing', undefined, undefined],
		['is empty', '', undefined],
		['is a word', 'soon', undefined],
		['is no text', 7, undefined],
		['is negative', '-7', 0],
		['is zero', '0', 0],
		['is a number of seconds', '86400', 86_400_000],
		['is a fraction of a second', '1.5', 1_500],
		['has blanks around', ' 7 ', 7_000],
		['is a date', 'Fri, 20 Nov 2026 08:01:00 GMT', 60_000],
		['is a date in another form', '2026-11-20T08:01:00Z', 60_000],
		['is a date that is over', 'Fri, 20 Nov 2026 07:59:00 GMT', 0],
	])('is read where Retry-After %s', (_, header, milliseconds) => {
		expect(retryAfter({ status: 429, headers: { 'retry-after': header }, body: '' })).toBe(
			milliseconds,
		);
	});
});

it('a date to wait for is read by the clock of the service', () => {
	const headers = {
		'retry-after': 'Fri, 20 Nov 2026 09:01:00 GMT',
		date: 'Fri, 20 Nov 2026 09:00:00 GMT',
	};
	expect(retryAfter({ status: 429, headers, body: '' })).toBe(60_000);
});

describe('the pause before the next attempt', () => {
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each([
		[0, [200, 400, 800]],
		[0.5, [300, 600, 1200]],
	])('doubles, and is different for everybody: %d', (random, pauses) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		expect([1, 2, 3].map(backoff)).toEqual(pauses);
	});
});
