import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { openStage } from '../../scripts/n8n/stage.mjs';
import { CliError } from '../../scripts/process/cliError.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';

const pollMs = 250;
const untilMs = 120_000;
/** In seconds. Longer than any test takes: a call that long goes on until it is ended. */
export const anHour = 3600;

/** What would make pictures differ from run to run is fixed where they are taken for the documents. */
const sameEachTime = {
	ports: { n8n: 5678, sandbox: 4010 },
	sandbox: { newest: new Date('2026-11-20T08:00:00Z'), everyMinutes: undefined },
	timezone: 'Europe/Berlin',
};

/** Makes a folder outside of the repository, with the packed package in it, until all is undone. */
export async function openFolder(undo) {
	const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-'));
	undo.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	const packed = await prepare(join(folder, 'package'));
	return { folder, packed, userFolder: join(folder, 'main') };
}

/** Opens what all tests share: the sandbox, and a new n8n with the packed package in it. */
export async function openRig(undo, { pictures = false } = {}) {
	const fixed = pictures ? sameEachTime : {};
	const { timezone = Intl.DateTimeFormat().resolvedOptions().timeZone } = fixed;
	const options = {
		...(await openFolder(undo)),
		undo,
		ports: fixed.ports,
		// At even distances, so that there are as many calls on a Sunday: some tests count.
		sandbox: { turnSeconds: 0.2, everyMinutes: 10, pageSizeParameter: 'limit', ...fixed.sandbox },
		env: { GENERIC_TIMEZONE: timezone },
	};
	const rig = { ...options, timezone, ...(await openStage(options)) };
	undo.add(async () => await rig.n8n.stop());
	return rig;
}

/**
 * Stops n8n, if it still runs, and starts it again on the same data, and on the same port if nobody
 * has taken it in the meantime; logins stay valid.
 * @param {object} rig Gets the new `n8n`; its `api` follows.
 * @param {() => Promise<void>} [meanwhile] Done while n8n is down.
 */
export async function restartN8n(rig, meanwhile = async () => {}) {
	const { userFolder, env, path } = rig;
	const port = Number(new URL(rig.n8n.url).port);
	await rig.n8n.stop();
	await meanwhile();
	rig.starts = (rig.starts ?? 1) + 1;
	rig.n8n = await startN8n({ userFolder, port, env, path, name: `n8n-${rig.starts}` });
	rig.api.url = rig.n8n.url;
}

/** Waits until a look finds something that counts as true, and returns that. `what`: for the error. */
export async function until(what, look, limitMs = untilMs) {
	const end = Date.now() + limitMs;
	for (;;) {
		const result = await look();
		if (result) return result;
		if (Date.now() > end) throw new CliError(`Waited ${limitMs / 1000} seconds until ${what}.`);
		await wait(pollMs);
	}
}

/** The numbers that were called, in order. */
export const dialled = ({ placed }) => placed.map(({ phone_number: number }) => number);

/** Who was called, with what the assistant was told. */
export const told = ({ placed }) =>
	placed.map(({ phone_number: number, variables }) => ({ number, ...variables }));

/** The requests to place a call that the sandbox got. */
export const posts = ({ log }) => log.filter(({ method }) => method === 'POST');

/** Sets what the chat model says, turn by turn; see `openChatModel`. The last turn stays. */
export function scriptModel({ chatModel }, turns) {
	chatModel.requests.length = 0;
	const left = [...turns];
	chatModel.answer = () => (left.length > 1 ? left.shift() : left[0]);
}

/** What the tools gave back to the model, in the order of its calls, as it read them. */
export const toldToModel = ({ chatModel }) =>
	chatModel.requests
		.at(-1)
		.messages.filter(({ role }) => role === 'tool')
		.map(({ content }) => content);

export const idsOf = (calls) => calls.map(({ Id }) => Id);

/** The calls of the sandbox that are over; the one that ended last comes first. */
export const endedCalls = ({ calls }) =>
	calls
		.filter(({ EndedAt }) => EndedAt !== '')
		.sort((a, b) => Date.parse(b.EndedAt) - Date.parse(a.EndedAt));
