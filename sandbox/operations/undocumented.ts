import { company } from '../calls/company';
import { Random } from '../random';

/** A record of an operation that the API only names: its fields are invented here. */
export interface UndocumentedRecord {
	Id: string;
	[field: string]: string | number;
}

/** What stands behind the five operations that the API only names. */
export interface UndocumentedRecords {
	calendars: UndocumentedRecord[];
	company: UndocumentedRecord;
	events: UndocumentedRecord[];
}

/** Where those operations are: as docs/api.md assumes, or where a test puts them. */
export type UndocumentedPaths = Record<
	'calendars' | 'calendar' | 'company' | 'events' | 'event',
	string
>;

export const assumedPaths: UndocumentedPaths = {
	calendars: '/public/calendars',
	calendar: '/public/calendars/:id',
	company: '/public/company',
	events: '/public/events',
	event: '/public/events/:id',
};

const eventCount = 120;
const msPerHour = 3_600_000;
const titles = ['Consultation', 'Site visit', 'Phone appointment', 'Product demo', 'Handover'];

/** Generates the records; the events are hourly and end at `newest`, the newest first. */
export function generateUndocumented(
	seed: number,
	newest: Date,
	timeZone: string,
): UndocumentedRecords {
	const random = new Random(seed ^ 0xca1e);
	const calendars = ['Reception', 'Field service', 'Sales'].map((name, index) => ({
		Id: `calendar-${index + 1}`,
		Company: company.id,
		Name: name,
		TimeZone: timeZone,
	}));
	const events = Array.from({ length: eventCount }, (_, index) => {
		const start = newest.getTime() - index * msPerHour;
		return {
			Id: `event-${index + 1}`,
			Company: company.id,
			Calendar: random.pick(calendars).Id,
			Title: random.pick(titles),
			StartsAt: new Date(start).toISOString(),
			EndsAt: new Date(start + msPerHour / 2).toISOString(),
		};
	});
	return {
		calendars,
		company: { Id: company.id, Name: company.name, TimeZone: timeZone, Seats: 12 },
		events,
	};
}
