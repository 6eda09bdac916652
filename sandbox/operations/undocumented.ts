import { company } from '../calls/assistants';

/*
 * What stands behind the five operations that the API only names. The fields are invented.
 */

const msPerHour = 3_600_000;
const eventCount = 120;
const titles = ['Consultation', 'Site visit', 'Phone appointment', 'Product demo', 'Handover'];

export const calendars = ['Reception', 'Field service', 'Sales'].map((Name, index) => ({
	Id: `calendar-${index + 1}`,
	Company: company.Id,
	Name,
}));

/** Events, one an hour and the newest first. */
export const eventsUntil = (newest: Date) =>
	Array.from({ length: eventCount }, (_, index) => {
		const start = newest.getTime() - index * msPerHour;
		return {
			Id: `event-${index + 1}`,
			Company: company.Id,
			Calendar: calendars[index % calendars.length].Id,
			Title: titles[index % titles.length],
			StartsAt: new Date(start).toISOString(),
			EndsAt: new Date(start + msPerHour / 2).toISOString(),
		};
	});
