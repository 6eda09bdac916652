import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { root } from '../../../scripts/setup/paths.mjs';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { openEditor } from '../browser.mjs';
import { readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Daily call report"';

const name = 'daily-call-report';
const report = 'Write the Report';
const callsByHour = [0, 0, 0, 1, 0, 1, 2, 5, 11, 16, 15, 12, 7, 10, 14, 13, 9, 6, 3, 2, 1, 1, 0, 0];
/** Gmail cuts off what is longer. */
const longestMail = 102_400;
/** One in which no day ends while the test runs: the day there ends at 15:00 or at 4:00 or 5:00 UTC. */
const zone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/New_York';
const yesterday = DateTime.now().setZone(zone).startOf('day').minus({ days: 1 });

/** Spreads the records over yesterday and the day before, most of them into office hours. */
function spread(records) {
	const hours = callsByHour.flatMap((weight, hour) => Array(weight).fill(hour));
	for (const [index, record] of records.entries()) {
		const lasted = Date.parse(record.EndedAt) - Date.parse(record.StartedAt);
		const start = yesterday
			.minus({ days: index % 11 < 6 ? 0 : 1 })
			.set({ hour: hours[Math.floor(index / 2) % hours.length], minute: (index * 37) % 60 });
		record.StartedAt = start.toUTC().toISO();
		record.EndedAt = start.toUTC().plus(lasted).toISO();
	}
}

const withCommas = (number) => number.toLocaleString('en-US');
/** The bars of the report, with their lengths. */
const barsOf = ({ byAssistant, byKeyword }) =>
	[...byAssistant, ...byKeyword].map((row) => [row.name, withCommas(row.calls)]);

/** Runs in the page: the numbers as they stand in the mail. */
function numbersInMail() {
	const text = (cell) => cell.innerText.trim();
	const rows = [...document.querySelectorAll('tr')].map((row) => [...row.children]);
	const bars = rows.filter((cells) => cells.length === 3 && cells[1].querySelector('table'));
	return {
		hours: [...document.querySelectorAll('td[title]')].map((cell) =>
			Number(cell.title.split(': ')[1]),
		),
		bars: Object.fromEntries(bars.map(([label, , count]) => [text(label), text(count)])),
		numbers: [...document.querySelectorAll('a[href^="tel:"]')].map(text),
		width: document.documentElement.scrollWidth,
		whole: document.body.innerText,
	};
}

export async function run(step, rig) {
	const { api, mailbox, undo } = rig;

	/** Opens a mail on the page of the local mailbox, as wide as a window or a phone. */
	const openMail = async (mail, width) => {
		const editor = await openEditor(rig);
		const page = await editor.context().browser().newPage();
		const asked = [];
		page.on('request', (request) => asked.push(request.url()));
		await page.setViewportSize({ width, height: 900 });
		const url = `${mailbox.url}/mails/${mailbox.mails.indexOf(mail) + 1}`;
		await page.goto(url);
		const seen = await page.evaluate(numbersInMail);
		const picture = `mail-${width}.png`;
		await page.screenshot({ path: join(rig.artifacts, picture), fullPage: true });
		if (rig.pictures) {
			const kind = width < 600 ? 'mail-phone' : 'mail';
			await page.screenshot({
				path: join(root, '.github', 'images', `template-${name}-${kind}.png`),
				clip: { x: 0, y: 0, width, height: 1300 },
				fullPage: true,
			});
		}
		await page.close();
		// Nothing is fetched from anywhere, and nothing is cut off at the right.
		assert.deepEqual(asked, [url]);
		assert.ok(seen.width <= width, `${seen.width} of ${width} pixels`);
		return seen;
	};

	// The numbers themselves are counted again in test/unit/getReport.random.test.ts.
	let json;
	let mail;
	await step('mails a report over 2,000 calls to its readers', async () => {
		const sandbox = await openSandbox({ calls: 2000 });
		undo.add(async () => await sandbox.close());
		spread(sandbox.calls);
		const template = readTemplate(rig, name);
		const reading = template.nodes.find((node) => node.name === report);
		const credential = await api.saveCredential({
			name: `Sandbox at ${sandbox.url}`,
			type: credentialType,
			data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		});
		reading.credentials = { [credentialType]: credential };
		template.settings.timezone = zone;
		await api.createWorkflow(template);
		const before = mailbox.mails.length;
		const result = await api.execute(template.id, triggerOf(template, 'scheduleTrigger'));
		assert.equal(result.status, 'success', result.error?.message);
		assert.equal(mailbox.mails.length, before + 1);
		json = result.items(report)[0].json;
		mail = mailbox.mails.at(-1);
		const calls = sandbox.calls.filter(({ StartedAt }) => StartedAt >= yesterday.toUTC().toISO());
		assert.ok(calls.length > 900 && json.callbacksTotal > 50);
		assert.deepEqual(
			[json.from.slice(0, 10), json.calls, json.timezone],
			[yesterday.toISODate(), calls.length, zone],
		);
		assert.deepEqual([mail.from, mail.to], ['reports@example.com', ['team@example.com']]);
		assert.equal(mail.subject, json.subject);
		assert.ok(mail.source.length < longestMail, `${mail.source.length} bytes`);
	});

	await step('it has a text for those who read no HTML', () => {
		for (const [label, number] of barsOf(json)) {
			assert.ok(mail.text.includes(`  ${label}: ${number}\n`), label);
		}
	});

	for (const width of [1000, 375]) {
		await step(`the numbers stand in the mail, ${width} pixels wide`, async () => {
			const seen = await openMail(mail, width);
			assert.deepEqual(
				seen.hours,
				json.byHour.map((hour) => hour.calls),
			);
			assert.deepEqual(seen.bars, Object.fromEntries(barsOf(json)));
			assert.deepEqual(
				seen.numbers,
				json.callbacks.map((call) => call.PhoneNumber),
			);
			assert.match(seen.whole, /\d+ more left no number that can be called\./);
			assert.match(seen.whole, new RegExp(`Not listed here: ${json.callbacksTotal - 40}`));
		});
	}
}
