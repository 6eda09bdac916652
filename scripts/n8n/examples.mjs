import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../setup/paths.mjs';

const folder = join(root, 'examples', 'workflows');
const idLength = 16;

/** The credentials that nodes of the examples take, by the end of the node's type. */
const credentialOf = {
	voiceAssistantCalls: 'voiceAssistantCallsApi',
	voiceAssistantCallsTool: 'voiceAssistantCallsApi',
	voiceAssistantCallsTrigger: 'voiceAssistantCallsApi',
	emailSend: 'smtp',
	lmChatOpenAi: 'openAiApi',
};

/** The example workflows of this repository. */
export const exampleFiles = () =>
	existsSync(folder)
		? readdirSync(folder)
				.filter((name) => name.endsWith('.json'))
				.sort()
				.map((name) => join(folder, name))
		: [];

const digest = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Reads an example with an id that is the same at every start, and with a credential for all nodes
 * that take one.
 * @param {string} file
 * @param {Record<string, { id: string, name: string }>} credentials By type.
 */
export function readExample(file, credentials) {
	const { name, nodes, connections, settings } = JSON.parse(readFileSync(file, 'utf8'));
	const withCredential = (node) => {
		const type = node.parameters?.nodeCredentialType ?? credentialOf[node.type.split('.').at(-1)];
		return credentials[type] ? { ...node, credentials: { [type]: credentials[type] } } : node;
	};
	return {
		id: digest(basename(file)).slice(0, idLength),
		name,
		settings: settings ?? {},
		connections,
		nodes: nodes.map(withCredential),
	};
}

function readNotes(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return {};
	}
}

/**
 * Puts the example workflows into n8n, once: one that is there already follows its file, unless its
 * user has changed it; then it is left alone. One that was deleted comes back.
 * @param {import('./api.mjs').N8nApi} api
 * @param {string} userFolder Where it is noted what was put in.
 * @param {Record<string, { id: string, name: string }>} credentials By type.
 * @returns {Promise<Array<{ id: string, name: string, file: string, state: 'new' | 'updated' |
 * 'unchanged' | 'changed by you' }>>}
 */
export async function putExamples(api, userFolder, credentials) {
	const noteFile = join(userFolder, 'examples.json');
	const notes = readNotes(noteFile);
	const results = [];
	for (const file of exampleFiles()) {
		const wanted = readExample(file, credentials);
		const content = digest(JSON.stringify(wanted));
		const known = await api.workflow(wanted.id);
		const note = notes[wanted.id];
		let state = 'unchanged';
		let saved = known;
		if (known === undefined) {
			saved = await api.createWorkflow(wanted);
			state = 'new';
		} else if (known.isArchived || known.versionId !== note?.versionId) {
			state = 'changed by you';
		} else if (note.content !== content) {
			saved = await api.updateWorkflow(wanted.id, wanted);
			state = 'updated';
		}
		if (state === 'new' || state === 'updated') {
			notes[wanted.id] = { versionId: saved.versionId, content };
		}
		results.push({ id: wanted.id, name: saved.name, file, state });
	}
	writeFileSync(noteFile, JSON.stringify(notes, null, 2));
	return results;
}
