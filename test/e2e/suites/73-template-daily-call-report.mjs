import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/paths.mjs';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { openEditor } from '../browser.mjs';
import { itemsNode } from '../rig.mjs';
import { parametersOf, readTemplate } from '../templates.mjs';

export const title = 'The template "Daily call report"';

const name = 'daily-call-report';
const trigger = 'Send It Now';
const reading = 'Read the Calls of Yesterday';
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

const nodeOf = (template, wanted) => template.nodes.find((node) => node.name === wanted);

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
		const days = 1 + (index % 2);
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
const asObject = (counts) => Object.fromEntries(counts.map((row) => [row.name, row.count]));

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
		elements: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))],
		width: document.documentElement.scrollWidth,
		whole: document.body.innerText,
	};
}

export async function run(step, rig) {
	const { api, mailbox, undo } = rig;

	/** A sandbox of its own, and the credential for it. */
	const serviceWith = async (options) => {
		const sandbox = await openSandbox(options);
		undo.add(async () => await sandbox.close());
		const credential = await api.saveCredential({
			name: `Sandbox at ${sandbox.url}`,
			type: credentialType,
			data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		});
		return { sandbox, credential };
	};
	let count = 0;
	const put = async (change) => {
		count += 1;
		const template = readTemplate(rig, name, count === 1 ? undefined : `dailyReport${count}`);
		change(template);
		return await api.createWorkflow(template);
	};
	const use = (credential, zone) => (template) => {
		nodeOf(template, reading).credentials = { [credentialType]: credential };
		template.settings.timezone = zone;
	};
	const send = async (template) => {
		const before = mailbox.mails.length;
		const result = await api.execute(template.id, trigger);
		assert.equal(result.status, 'success', result.error?.message);
		assert.equal(mailbox.mails.length, before + 1);
		return { report: result.items('Count')[0].json, mail: mailbox.mails.at(-1) };
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
		const keep = async (path) => await page.screenshot({ path, fullPage: true });
		await keep(join(rig.artifacts, `mail-${count}-${width}.png`));
		if (rig.pictures && count === 1 && width !== narrowest) {
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
		const { sandbox, credential } = await serviceWith({ calls: 2000 });
		spread(sandbox.calls, zone);
		const template = await put(use(credential, zone));
		const { report, mail } = await send(template);
		const wanted = countRecords(sandbox.calls, zone);
		const { calls, callbacks } = wanted;
		assert.ok(calls > 900 && callbacks.length > 50, `${calls}, ${callbacks.length}`);
		assert.deepEqual(report.byHour, wanted.byHour);
		assert.deepEqual(asObject(report.byAssistant), wanted.byAssistant);
		assert.deepEqual(asObject(report.byKeyword), wanted.byKeyword);
		assert.deepEqual(
			[report.date, report.calls, report.averageSeconds, report.callbacks.length, report.zone],
			[wanted.date, wanted.calls, wanted.average, wanted.callbacks.length, zone],
		);
		ready = { template, wanted, mail };
	});

	await step('the mail goes to its readers, with a text for those who read no HTML', () => {
		const { wanted, mail } = ready;
		assert.deepEqual([mail.from, mail.to], ['reports@example.com', ['team@example.com']]);
		assert.ok(
			mail.subject.endsWith(
				`: ${withCommas(wanted.calls)}, callbacks to make: ${wanted.callbacks.length}`,
			),
		);
		assert.ok(mail.source.length < longestMail, `${mail.source.length} bytes`);
		for (const [hour, number] of wanted.byHour.entries()) {
			assert.ok(mail.text.includes(`  ${String(hour).padStart(2, '0')}:00: ${number}\n`));
		}
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

	await step('a day without calls is a mail as well', async () => {
		const { credential } = await serviceWith({ calls: 0 });
		const { report, mail } = await send(await put(use(credential, zoneAtNoon())));
		assert.deepEqual([report.calls, report.averageSeconds, report.callbacks], [0, null, []]);
		assert.match(mail.subject, /: 0, callbacks to make: 0$/);
		const { whole } = await openMail(mail, 1000);
		assert.match(whole, /There were no calls on this day\./);
	});

	await step(
		'what callers said is text and nothing else, and missing fields are no harm',
		async () => {
			const zone = zoneAtNoon();
			const at = Date.now() - dayMs;
			const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&amp;</td></table>';
			const records = [
				{
					AssistantName: evil,
					Keywords: ['Callback', evil, evil],
					PhoneNumber: `+${evil}`,
					Summary: `User: ${evil}\nAI: ${evil}`,
					Status: evil,
					EndedAt: new Date(at + 61_000).toISOString(),
				},
				{},
				{
					AssistantName: null,
					Assistant: 'assistant-7',
					Keywords: null,
					EndedAt: '',
					Summary: null,
				},
				{
					AssistantName: 5,
					Keywords: 'callback, Offer',
					PhoneNumber: '+13035550100',
					Transcript: 1,
				},
				{ Keywords: ['Callback'], Status: 'archive', EndedAt: 'soon' },
				{ Keywords: ['Callback'], PhoneNumber: '' },
				{ StartedAt: 'yesterday' },
			].map((record, index) => ({
				Id: `odd-${index}`,
				StartedAt: new Date(at + index).toISOString(),
				...record,
			}));
			const { credential } = await serviceWith({ records });
			const { report, mail } = await send(await put(use(credential, zone)));
			assert.deepEqual([report.calls, report.ended, report.averageSeconds], [6, 1, 61]);
			assert.equal(report.callbacksWithoutNumber, 1);
			assert.deepEqual(asObject(report.byAssistant), {
				'(no assistant)': 4,
				'assistant-7': 1,
				[evil]: 1,
			});
			assert.deepEqual(asObject(report.byKeyword), {
				'(no keyword)': 2,
				Callback: 3,
				Offer: 1,
				callback: 1,
				[evil]: 1,
			});
			assert.deepEqual(
				report.callbacks.map(({ number }) => number),
				[`+${evil}`, '+13035550100'],
			);
			const { whole, elements } = await openMail(mail, 375);
			assert.deepEqual(
				elements.filter((element) => ['img', 'script'].includes(element)),
				[],
			);
			assert.equal(whole.split(evil).length - 1, 6, whole);
			assert.ok(!/<(img|script)/.test(mail.html));
		},
	);

	for (const { morning, hours, starts, wanted } of [
		{
			morning: '2026-03-30T08:00',
			hours: 23,
			starts: ['2026-03-28T23:00', '2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T21:59'],
			wanted: { 0: 1, 1: 1, 3: 1, 23: 1 },
		},
		{
			morning: '2026-10-26T08:00',
			hours: 25,
			starts: ['2026-10-24T22:00', '2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T22:59'],
			wanted: { 0: 1, 2: 2, 23: 1 },
		},
	]) {
		await step(`a day of ${hours} hours is counted by the clock on the wall`, async () => {
			const zone = 'Europe/Berlin';
			const template = await put((one) => {
				const { position } = nodeOf(one, reading);
				const records = starts.map((start) => ({ StartedAt: `${start}:00.000Z` }));
				Object.assign(nodeOf(one, reading), { ...itemsNode(reading, records), position });
				const counting = parametersOf(one, 'Count');
				const then = `const now = DateTime.fromISO('${morning}', { zone: $now.zoneName });`;
				counting.jsCode = `${then}\n${counting.jsCode.replaceAll('$now', 'now')}`;
				one.settings.timezone = zone;
			});
			const { report, mail } = await send(template);
			assert.equal(report.hoursOfTheDay, hours);
			assert.equal(report.date, new Date(Date.parse(morning) - dayMs).toISOString().slice(0, 10));
			const counted = Object.entries(report.byHour).filter(([, number]) => number > 0);
			assert.deepEqual(Object.fromEntries(counted), wanted);
			assert.match(mail.text, new RegExp(`All times are in the time zone ${zone}.*${hours} hours`));
		});
	}

	await step('where the service cannot be read there is no mail with wrong numbers', async () => {
		const { sandbox, credential } = await serviceWith({ calls: 300 });
		sandbox.fault({
			method: 'GET',
			when: 'later-page',
			fault: { kind: 'status', status: 500 },
		});
		const template = await put(use(credential, zoneAtNoon()));
		const before = mailbox.mails.length;
		const { status, error } = await api.execute(template.id, trigger);
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
