import { join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { step } from '../process/screen.mjs';
import { openChatModel } from '../standIns/chatModel.mjs';
import { openMailbox } from '../standIns/mailbox.mjs';
import { answerAtPhoneDesk } from '../standIns/phoneDesk.mjs';
import { openRegistry } from '../standIns/registry.mjs';
import { openSandbox } from '../standIns/sandbox.mjs';
import { N8nApi } from './api.mjs';
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

/** As a click in n8n's settings does. What was installed at an earlier start is replaced. */
async function installPackage(api, { name }) {
	const listed = await api.communityPackages();
	if (listed.some(({ packageName }) => packageName === name)) await api.updatePackage(name);
	else await api.install(name);
}

/**
 * Starts the sandbox, the stand-ins for what else the examples need, and n8n, which installs the packed
 * package as a community package; as owner, with a credential for each of them.
 * @param {object} options
 * @param {import('../process/undo.mjs').Undo} options.undo Takes what stops it all.
 * @param {Awaited<ReturnType<typeof import('../setup/prepare.mjs').pack>>} options.packed
 * @param {string} options.userFolder
 * @param {{ n8n?: number, sandbox?: number, mailbox?: number }} [options.ports] Preferred ones; default: any.
 * @param {object} [options.sandbox] Options of the sandbox.
 * @param {NodeJS.ProcessEnv} [options.env] Settings of n8n.
 * @param {Awaited<ReturnType<typeof import('../queue/queue.mjs').openQueue>>} [options.queue] For a main in queue
 * mode.
 * @returns {Promise<{ n8n: object, api: N8nApi, sandbox: object, mailbox: object, chatModel: object,
 * installed: { folder: string }, credentials?: Record<string, { id: string, name: string }>, credential?: { type: string, id: string,
 * name: string } }>} `credential` is the one of the sandbox. Without credentials where the owner's
 * password was changed.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function openStage(options) {
	const { undo, packed, userFolder, ports = {}, sandbox: wish, queue } = options;
	/** Starts what is closed at the end. */
	const open = async (name, start) => {
		const opened = await step(`Start ${name}`, async () => await start());
		undo.add(async () => await opened.close());
		return opened;
	};
	const inFront = async () => await openRegistry(join(userFolder, 'registry'), packed);
	const registry = queue?.registry ?? (await open('a registry with the package', inFront));
	const sandbox = await open('the sandbox', () => openSandbox({ port: ports.sandbox, ...wish }));
	const mailbox = await open('a mail server', () => openMailbox(ports.mailbox));
	const chatModel = await open('a chat model', () => openChatModel(answerAtPhoneDesk));
	const env = { ...registry.env, ...queue?.env, ...options.env };
	const n8n = await step(
		'Start n8n',
		async () => await startN8n({ userFolder, port: ports.n8n, env, path: [registry.folder] }),
		'about 10 seconds',
	);
	undo.add(async () => await n8n.stop());

	const api = new N8nApi(n8n.url);
	const installed = { folder: join(userFolder, '.n8n', 'nodes', 'node_modules', packed.name) };
	const stage = { n8n, api, sandbox, mailbox, chatModel, installed };
	await api.enter(owner).catch((error) => {
		const todo = `If its owner’s password was changed, delete ${userFolder} to begin anew.`;
		throw new CliError('n8n lets nobody in.', todo, error.message);
	});
	const install = async () => await installPackage(api, packed);
	await step('Install the package as a community package', install);
	const service = {
		name: 'Voice Assistant Calls sandbox',
		type: credentialType,
		data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
	};
	const credentials = {};
	for (const wanted of [service, mailbox.credential, chatModel.credential]) {
		credentials[wanted.type] = await api.saveCredential(wanted);
	}
	const credential = { type: credentialType, ...credentials[credentialType] };
	return { ...stage, credentials, credential };
}
