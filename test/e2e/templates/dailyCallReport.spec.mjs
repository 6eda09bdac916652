import { DateTime } from 'luxon';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { publishMail } from '../../../scripts/pictures.mjs';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { expect, test } from '../fixtures.mjs';
import { readTemplate, triggerOf } from '../templates.mjs';
import { outputOf } from '../workflows.mjs';

/** Gmail cuts off what is longer. */
const MAX_MAIL_BYTES = 102_400;
/** One in which no day ends while the test runs: the day there ends at 15:00 or at 4:00 or 5:00 UTC. */
const zone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/New_York';
const yesterday = DateTime.now().setZone(zone).startOf('day').minus({ days: 1 });

/** Moves the records into the office hours of yesterday and the day before. */
function spread(records) {
	for (const [index, record] of records.entries()) {
		const lasted = Date.parse(record.EndedAt) - Date.parse(record.StartedAt);
		const minutes = ((index * 37) % 360) + ((index * 53) % 361);
		const start = yesterday.minus({ days: index % 11 < 6 ? 0 : 1 }).plus({ hours: 7, minutes });
		record.StartedAt = start.toUTC().toISO();
		record.EndedAt = start.toUTC().plus(lasted).toISO();
	}
}

// What stands in it is compared in test/unit/getReport.sheet.test.ts, and counted again beside that.
test('Daily call report', async ({ api, page, pictures, rig }) => {
	const { mailbox, undo } = rig;
	const service = await openSandbox({ calls: 2000 });
	undo.add(async () => await service.close());
	spread(service.calls);
	let json;
	let mail;

	await test.step('mails a report over 2,000 calls to its readers', async () => {
		const template = readTemplate(rig, 'daily-call-report');
		const name = `Sandbox at ${service.url}`;
		const data = { apiKey: service.apiKey, baseUrl: service.url };
		const credential = await api.saveCredential({ name, type: credentialType, data });
		const reading = template.nodes.find((node) => node.name === 'Write the Report');
		reading.credentials = { [credentialType]: credential };
		template.settings.timezone = zone;
		await api.createWorkflow(template);
		const before = mailbox.mails.length;
		const result = await api.execute(template.id, triggerOf(template, 'scheduleTrigger'));
		[json] = outputOf(result, reading.name);
		expect(mailbox.mails).toHaveLength(before + 1);
		mail = mailbox.mails.at(-1);
		const { subject, calls, timezone, callbacksTotal } = json;
		const from = yesterday.toUTC().toISO();
		expect(calls).toBe(service.calls.filter(({ StartedAt }) => StartedAt >= from).length);
		expect([json.from.slice(0, 10), timezone]).toEqual([yesterday.toISODate(), zone]);
		expect(calls > 900 && callbacksTotal > 50).toBe(true);
		expect(mail).toMatchObject({ to: ['team@example.com'], subject });
		expect(mail.source.length).toBeLessThan(MAX_MAIL_BYTES);
	});

	for (const [kind, width] of Object.entries({ mail: 1000, 'mail-phone': 375 })) {
		await test.step(`it fits, ${width} pixels wide, and nothing is fetched for it`, async () => {
			await page.setViewportSize({ width, height: 900 });
			const asked = [];
			page.on('request', (request) => asked.push(request.url()));
			const url = `${mailbox.url}/mails/${mailbox.mails.indexOf(mail) + 1}`;
			await page.goto(url);
			page.removeAllListeners('request');
			expect(asked).toEqual([url]);
			const shown = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(shown).toBeLessThanOrEqual(width);
			const numbers = json.callbacks.map(({ PhoneNumber }) => PhoneNumber);
			await expect(page.locator('a[href^="tel:"]')).toHaveText(numbers);
			const rest = page.getByText(`Not listed here: ${json.callbacksTotal - numbers.length}`);
			await rest.waitFor();
			if (pictures) await publishMail(page, `daily-call-report-${kind}`);
		});
	}
});
