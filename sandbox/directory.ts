import { companyId } from './records';
import { Random } from './random';

/** A record of an operation whose fields the API description does not give (4.4): invented here. */
export interface NamedRecord {
	Id: string;
	[field: string]: string | number;
}

/** What stands behind the five operations that the API description only names (4.4). */
export interface Directory {
	calendars: NamedRecord[];
	company: NamedRecord;
	events: NamedRecord[];
}

const eventCount = 120;
const msPerHour = 3_600_000;
const titles = ['Consultation', 'Site visit', 'Phone appointment', 'Product demo', 'Handover'];

/** Generates the records; the events are hourly and end at `newest`, the newest first. */
export function generateDirectory(seed: number, newest: Date): Directory {
	const random = new Random(seed ^ 0xca1e);
	const calendars = ['Reception', 'Field service', 'Sales'].map((name, index) => ({
		Id: `calendar-${index + 1}`,
		Company: companyId,
		Name: name,
		TimeZone: 'Europe/Berlin',
	}));
	const events = Array.from({ length: eventCount }, (_, index) => {
		const start = newest.getTime() - index * msPerHour;
		return {
			Id: `event-${index + 1}`,
			Company: companyId,
			Calendar: random.pick(calendars).Id,
			Title: random.pick(titles),
			StartsAt: new Date(start).toISOString(),
			EndsAt: new Date(start + msPerHour / 2).toISOString(),
		};
	});
	const company = { Id: companyId, Name: 'Sandbox Corp', TimeZone: 'Europe/Berlin', Seats: 12 };
	return { calendars, company, events };
}
