import { step } from '../process/screen.mjs';
import { openChatModel } from '../standIns/chatModel.mjs';
import { openMailbox } from '../standIns/mailbox.mjs';
import { answerAtPhoneDesk } from '../standIns/phoneDesk.mjs';
import { openSandbox } from '../standIns/sandbox.mjs';
import { N8nApi } from './api.mjs';
import { installPackage } from './communityPackage.mjs';
import { listInSettings } from './communityRecord.mjs';
import { startN8n } from './server.mjs';

export const credentialType = 'voiceAssistantCallsApi';
export const nodeType = 'n8n-nodes-voice-assistant-calls.voiceAssistantCalls';
export const triggerType = `${nodeType}Trigger`;

/** The owner of an n8n that only this machine can reach, so the password may stand here. */
export const owner = {
	email: 'owner@example.com',
	password: 'Sandbox2026',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

/** Logs in. Somebody who has changed the owner's password keeps it: then nothing is renewed. */
async function enter(api) {
	try {
		await api.enter(owner);
		return true;
	} catch (error) {
		if (error.status !== 401) throw error;
		return false;
	}
}

async function openStandIns({ mailbox }) {
	return {
		mailbox: await openMailbox(mailbox),
		chatModel: await openChatModel(answerAtPhoneDesk),
	};
}

/**
 * Starts the sandbox, the stand-ins for what else the examples need, and n8n with the packed package
 * installed, as owner, with a credential for each of them.
 * @param {object} options
 * @param {import('../process/undo.mjs').Undo} options.undo Takes what stops it all.
 * @param {{ tarball: string }} options.packed
 * @param {string} options.userFolder
 * @param {{ n8n?: number, sandbox?: number, mailbox?: number }} [options.ports] Preferred ones; default: any.
 * @param {object} [options.sandbox] Options of the sandbox.
 * @param {NodeJS.ProcessEnv} [options.env] Settings of n8n.
 * @param {Awaited<ReturnType<typeof import('../queue/queue.mjs').openQueue>>} [options.queue] For a main in queue
 * mode. Its folder must be new; it installs the package as a click in its settings does.
 * @returns {Promise<{ n8n: object, api: N8nApi, sandbox: object, mailbox: object, chatModel: object,
 * installed: { name: string, version: string, folder?: string }, credentials?: Record<string, { id:
 * string, name: string }>, credential?: { type: string, id: string, name: string } }>} `credential` is
 * the one of the sandbox. Without credentials where the owner's password was changed.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function openStage(options) {
	const { undo, packed, userFolder, ports = {}, sandbox: wish, queue } = options;
	const title = 'Install the package as a community package';
	let installed = packed;
	if (!queue) {
		const install = async () => await installPackage(packed.tarball, userFolder);
		installed = await step(title, install);
	}
	const sandbox = await step(
		'Start the sandbox',
		async () => await openSandbox({ port: ports.sandbox, ...wish }),
	);
	undo.add(async () => await sandbox.close());
	const standIns = await step(
		'Start a mail server and a chat model',
		async () => await openStandIns(ports),
	);
	undo.add(async () => await standIns.mailbox.close());
	undo.add(async () => await standIns.chatModel.close());
	const env = { ...queue?.env, ...options.env };
	const n8n = await step(
		'Start n8n',
		async () => await startN8n({ userFolder, port: ports.n8n, env, path: queue?.path }),
		'about 10 seconds',
	);
	undo.add(async () => await n8n.stop());

	const api = new N8nApi(n8n.url);
	const stage = { n8n, api, sandbox, installed, ...standIns };
	if (!(await enter(api))) return stage;
	if (queue) await step(title, async () => await api.install(packed.name));
	else await listInSettings(api, installed, userFolder);
	const service = {
		name: 'Voice Assistant Calls sandbox',
		type: credentialType,
		data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
	};
	const credentials = {};
	for (const wanted of [service, standIns.mailbox.credential, standIns.chatModel.credential]) {
		credentials[wanted.type] = await api.saveCredential(wanted);
	}
	const credential = { type: credentialType, ...credentials[credentialType] };
	return { ...stage, credentials, credential };
}
