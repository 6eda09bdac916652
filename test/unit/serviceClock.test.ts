import { ServiceClock } from '../../nodes/shared/http/serviceClock';

const AT_8 = 'Fri, 20 Nov 2026 08:00:00 GMT';
const EIGHT = Date.parse(AT_8);

/** The bounds after responses: the header, and when the request was sent and answered, in ms after eight. */
function boundsAfter(...responses: Array<[date: unknown, sent: number, received: number]>) {
	const clock = new ServiceClock();
	for (const [date, sent, received] of responses) clock.note(date, EIGHT + sent, EIGHT + received);
	return [clock.least, clock.most];
}

it.each<[string, Array<[unknown, number, number]>, number[]]>([
	['five seconds either way before the first response', [], [-5000, 5000]],
	['the same without a date', [[undefined, 0, 200]], [-5000, 5000]],
	[
		'the same with something else for a date',
		[
			['soon', 0, 200],
			[0, 0, 200],
		],
		[-5000, 5000],
	],
	['a second, and as long as the request took', [[AT_8, 0, 200]], [-200, 1000]],
	['as far ahead as it says', [[AT_8, -9000, -8800]], [8800, 10_000]],
	[
		'more exact with each response',
		[
			[AT_8, 0, 200],
			[AT_8, 900, 950],
		],
		[-200, 100],
	],
	[
		'no less exact with a slower one',
		[
			[AT_8, 0, 200],
			[AT_8, -900, 900],
		],
		[-200, 1000],
	],
	[
		'as the last one says where it was put forward',
		[
			[AT_8, 0, 200],
			[AT_8, -9000, -1001],
		],
		[1001, 10_000],
	],
	[
		'both where they touch',
		[
			[AT_8, 0, 200],
			[AT_8, -9000, -1000],
		],
		[1000, 1000],
	],
	[
		'as the last one says where it was put back',
		[
			[AT_8, 0, 200],
			[AT_8, 1201, 1300],
		],
		[-1300, -201],
	],
	[
		'both where they touch from below',
		[
			[AT_8, 0, 200],
			[AT_8, 1200, 1300],
		],
		[-200, -200],
	],
])("the service's clock is known to be %s", (_, responses, bounds) => {
	expect(boundsAfter(...responses)).toEqual(bounds);
});
