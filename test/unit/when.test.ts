import { Settings } from 'luxon';

import { timeAgo } from '../../nodes/create/guards/when';

const NOW = Date.parse('2026-11-21T20:00:00Z');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is said before the bracket. */
const span = (ms: number) => timeAgo(NOW - ms, NOW, 'UTC').replace(/ \(.*\)$/, '');

it.each([
	['a moment', 0, 'just now'],
	['under a minute', MINUTE - 1, 'just now'],
	['the clocks that are not quite the same', -3 * MINUTE, 'just now'],
	['one minute', MINUTE, '1 minute ago'],
	['under an hour', HOUR - 1, '59 minutes ago'],
	['one hour', HOUR, '1 hour ago'],
	['more than a day', 47 * HOUR, '1 day ago'],
	['two days', 2 * DAY, '2 days ago'],
	['a summer', 100 * DAY, '3 months ago'],
])('%s is told as people do', (_, ms, text) => {
	expect(span(ms)).toBe(text);
});

it('the time is that on the clocks of the workflow, in English', () => {
	Settings.defaultLocale = 'fr';
	const time = Date.parse('2026-11-21T19:57:00Z');
	expect(timeAgo(time, NOW, 'UTC')).toBe('3 minutes ago (21 Nov, 19:57)');
	expect(timeAgo(time, NOW, 'Europe/Berlin')).toBe('3 minutes ago (21 Nov, 20:57)');
	expect(timeAgo(time, NOW, 'Asia/Kathmandu')).toBe('3 minutes ago (22 Nov, 01:42)');
});

it('the year is told only where it is another one, there', () => {
	const time = Date.parse('2025-12-31T23:30:00Z');
	const now = Date.parse('2026-01-01T00:30:00Z');
	expect(timeAgo(time, now, 'UTC')).toBe('1 hour ago (31 Dec 2025, 23:30)');
	expect(timeAgo(time, now, 'Europe/Berlin')).toBe('1 hour ago (1 Jan, 00:30)');
	expect(timeAgo(time, now, 'America/New_York')).toBe('1 hour ago (31 Dec, 18:30)');
});
