import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/paths.mjs';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { openEditor } from '../browser.mjs';
import { readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Daily call report"';

const name = 'daily-call-report';
const report = 'Write the Report';
const dayMs = 86_400_000;
const narrowest = 320;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const noon = 12;
const callsByHour = [0, 0, 0, 1, 0, 1, 2, 5, 11, 16, 15, 12, 7, 10, 14, 13, 9, 6, 3, 2, 1, 1, 0, 0];
/** Gmail cuts off what is longer. */
const longestMail = 102_400;
const zones = [
	'Pacific/Auckland',
	'Asia/Tokyo',
	'Asia/Kolkata',
	'Europe/Berlin',
	'America/Sao_Paulo',
	'America/New_York',
	'America/Los_Angeles',
];

/** What the clock on the wall says, without the library that the package and n8n use. */
function wallClock(time, zone) {
	const parts = new Intl.DateTimeFormat('en-CA', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	}).formatToParts(time);
	const { year, month, day, hour, minute } = Object.fromEntries(
		parts.map(({ type, value }) => [type, value]),
	);
	return { date: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) };
}

/** A zone where it is about noon, so that no test runs at the turn of a day. */
const zoneAtNoon = () =>
	zones
		.map((zone) => ({ zone, away: Math.abs(wallClock(Date.now(), zone).hour - noon) }))
		.sort((a, b) => a.away - b.away)[0].zone;

const tally = (values) =>
	values.reduce((counts, value) => ({ ...counts, [value]: (counts[value] ?? 0) + 1 }), {});

const isOpenCallback = ({ Keywords, Status }) =>
	Keywords.includes('Callback') && Status !== 'archive';

/** Counts the records of the sandbox by themselves. */
function countRecords(records, zone) {
	const today = Date.parse(wallClock(Date.now(), zone).date);
	const date = new Date(today - dayMs).toISOString().slice(0, 10);
	const calls = records.filter(
		({ StartedAt }) => wallClock(Date.parse(StartedAt), zone).date === date,
	);
	const seconds = calls.map(
		({ StartedAt, EndedAt }) => (Date.parse(EndedAt) - Date.parse(StartedAt)) / 1000,
	);
	const hours = calls.map(({ StartedAt }) => wallClock(Date.parse(StartedAt), zone).hour);
	return {
		date,
		calls: calls.length,
		average: Math.round(seconds.reduce((sum, value) => sum + value, 0) / calls.length),
		byHour: Array.from({ length: 24 }, (_, hour) => hours.filter((one) => one === hour).length),
		byAssistant: tally(calls.map(({ AssistantName }) => AssistantName)),
		byKeyword: tally(
			calls.flatMap(({ Keywords }) => (Keywords.length > 0 ? Keywords : ['(no keyword)'])),
		),
		callbacks: calls.filter((call) => isOpenCallback(call) && call.PhoneNumber !== 'Web'),
		withoutNumber: calls.filter((call) => isOpenCallback(call) && call.PhoneNumber === 'Web')
			.length,
	};
}

/** Spreads the records over yesterday and the day before, most of them into office hours. */
function spread(records, zone) {
	const now = wallClock(Date.now(), zone);
	const hours = callsByHour.flatMap((weight, hour) => Array(weight).fill(hour));
	for (const [index, record] of records.entries()) {
		const days = index % 11 < 6 ? 1 : 2;
		const hour = hours[Math.floor(index / 2) % hours.length];
		const minute = (index * 37) % 60;
		const away = (hour - now.hour) * hourMs + (minute - now.minute) * minuteMs;
		const start = Date.now() - days * dayMs + away;
		const seconds = (Date.parse(record.EndedAt) - Date.parse(record.StartedAt)) / 1000;
		record.StartedAt = new Date(start).toISOString();
		record.EndedAt = new Date(start + seconds * 1000).toISOString();
	}
}

const withCommas = (number) => number.toLocaleString('en-US');
const asObject = (counts) => Object.fromEntries(counts.map((row) => [row.name, row.calls]));

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

	/** The template, reading a sandbox of its own. */
	const templateFor = async (options, zone, id) => {
		const sandbox = await openSandbox(options);
		undo.add(async () => await sandbox.close());
		const credential = await api.saveCredential({
			name: `Sandbox at ${sandbox.url}`,
			type: credentialType,
			data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		});
		const template = readTemplate(rig, name, id);
		const reading = template.nodes.find((node) => node.name === report);
		reading.credentials = { [credentialType]: credential };
		template.settings.timezone = zone;
		return { sandbox, template: await api.createWorkflow(template) };
	};
	const run = async (template) =>
		await api.execute(template.id, triggerOf(template, 'scheduleTrigger'));
	const send = async (template) => {
		const before = mailbox.mails.length;
		const result = await run(template);
		assert.equal(result.status, 'success', result.error?.message);
		assert.equal(mailbox.mails.length, before + 1);
		return { json: result.items(report)[0].json, mail: mailbox.mails.at(-1) };
	};
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
		if (rig.pictures && width !== narrowest) {
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

	let ready;
	await step('mails a report over 2,000 calls that is right to the number', async () => {
		const zone = zoneAtNoon();
		const { sandbox, template } = await templateFor({ calls: 2000 }, zone);
		spread(sandbox.calls, zone);
		const { json, mail } = await send(template);
		const wanted = countRecords(sandbox.calls, zone);
		const { calls, callbacks } = wanted;
		assert.ok(calls > 900 && callbacks.length > 50, `${calls}, ${callbacks.length}`);
		assert.deepEqual(
			json.byHour.map((hour) => hour.calls),
			wanted.byHour,
		);
		assert.deepEqual(asObject(json.byAssistant), wanted.byAssistant);
		assert.deepEqual(asObject(json.byKeyword), wanted.byKeyword);
		assert.deepEqual(
			[json.from.slice(0, 10), json.calls, json.averageSeconds, json.callbacksTotal, json.timezone],
			[wanted.date, calls, wanted.average, callbacks.length, zone],
		);
		ready = { wanted, mail };
	});

	await step('the mail goes to its readers, with a text for those who read no HTML', () => {
		const { wanted, mail } = ready;
		assert.deepEqual([mail.from, mail.to], ['reports@example.com', ['team@example.com']]);
		const numbers = `${withCommas(wanted.calls)} calls, ${wanted.callbacks.length} callbacks to make`;
		assert.ok(mail.subject.endsWith(`: ${numbers}`), mail.subject);
		assert.ok(mail.source.length < longestMail, `${mail.source.length} bytes`);
		for (const [label, number] of Object.entries({ ...wanted.byAssistant, ...wanted.byKeyword })) {
			assert.ok(mail.text.includes(`  ${label}: ${withCommas(number)}\n`), label);
		}
	});

	for (const width of [1000, 375, narrowest]) {
		await step(`the numbers stand in the mail, ${width} pixels wide`, async () => {
			const { wanted, mail } = ready;
			const seen = await openMail(mail, width);
			assert.deepEqual(seen.hours, wanted.byHour);
			const bars = Object.entries({ ...wanted.byAssistant, ...wanted.byKeyword });
			assert.deepEqual(
				seen.bars,
				Object.fromEntries(bars.map(([label, number]) => [label, withCommas(number)])),
			);
			const earliestFirst = [...wanted.callbacks]
				.sort((a, b) => Date.parse(a.StartedAt) - Date.parse(b.StartedAt))
				.slice(0, 40)
				.map(({ PhoneNumber }) => PhoneNumber);
			assert.deepEqual(seen.numbers, earliestFirst);
			const left = `${wanted.withoutNumber} more left no number that can be called.`;
			assert.ok(wanted.withoutNumber > 0 && seen.whole.includes(left), left);
			assert.match(seen.whole, new RegExp(`${wanted.callbacks.length - 40} more are not listed`));
		});
	}

	await step('where the service cannot be read there is no mail with wrong numbers', async () => {
		const zone = zoneAtNoon();
		const { sandbox, template } = await templateFor({ calls: 300 }, zone, 'unreadable');
		sandbox.fault({ method: 'GET', fault: { kind: 'status', status: 500 } });
		const before = mailbox.mails.length;
		const { status, error } = await run(template);
		assert.equal(status, 'error');
		assert.ok(error.message.length > 0);
		assert.equal(mailbox.mails.length, before);
	});

	await step('the local mailbox lists the mails', async () => {
		const page = await (await fetch(mailbox.url)).text();
		for (const [index, { subject }] of mailbox.mails.entries()) {
			assert.ok(page.includes(`<a href="/mails/${index + 1}">${subject}</a>`), subject);
		}
		assert.equal((await fetch(`${mailbox.url}/mails/${mailbox.mails.length + 1}`)).status, 404);
	});
}
