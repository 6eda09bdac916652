import { ServiceClock } from '../../nodes/service/clock';
import { aheadBy } from '../../nodes/VoiceAssistantCallsTrigger/poll';

const AT_8 = 'Fri, 20 Nov 2026 08:00:00 GMT';
const EIGHT = Date.parse(AT_8);

/** When a request was sent and answered by n8n's clock, as milliseconds after eight. */
type Request = [sent: number, received: number];

/** The bounds after responses with a header. */
function boundsAfter(requests: Request[], date: unknown = AT_8) {
	const clock = new ServiceClock();
	for (const [sent, received] of requests) clock.note(date, EIGHT + sent, EIGHT + received);
	return [clock.minAheadMs, clock.maxAheadMs];
}

const FAST: Request = [0, 200];

it.each<[how: string, least: number, most: number, requests: Request[]]>([
	['to five seconds before the first response', -5000, 5000, []],
	['to a second, and as long as the request took', -200, 1000, [FAST]],
	['to be as far ahead as it says', 8800, 10_000, [[-9000, -8800]]],
	['more exactly with each response', -200, 100, [FAST, [900, 950]]],
	['no less exactly with a slower one', -200, 1000, [FAST, [-900, 900]]],
	['by the last one where it was put forward', 1001, 10_000, [FAST, [-9000, -1001]]],
	['by both where they touch', 1000, 1000, [FAST, [-9000, -1000]]],
	['by the last one where it was put back', -1300, -201, [FAST, [1201, 1300]]],
	['by both where they touch from below', -200, -200, [FAST, [1200, 1300]]],
])("the service's clock is known %s", (_, least, most, requests) => {
	expect(boundsAfter(requests)).toEqual([least, most]);
});

it.each([null, 'soon', EIGHT])('a date that is none says nothing: %j', (date) => {
	expect(boundsAfter([FAST], date)).toEqual([-5000, 5000]);
});

it('a clock that may be as far ahead as behind was measured all the same', () => {
	const clock = new ServiceClock();
	expect(aheadBy(clock)).toEqual({ min: 0, max: 0, isMeasured: false });
	clock.note(AT_8, EIGHT + 500, EIGHT + 500);
	expect(aheadBy(clock)).toEqual({ min: -500, max: 500, isMeasured: true });
});
