import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../setup/paths.mjs';

const folder = join(root, 'examples', 'workflows');

/** The type of the credential that a node of the examples takes. */
function credentialOf({ type, parameters }) {
	const node = type.split('.').at(-1);
	if (node.startsWith('voiceAssistantCalls')) return 'voiceAssistantCallsApi';
	const others = { emailSend: 'smtp', lmChatOpenAi: 'openAiApi' };
	return parameters?.nodeCredentialType ?? others[node];
}

/** The example workflows of this repository. */
export const exampleFiles = () =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => join(folder, name));

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
		const type = credentialOf(node);
		return credentials[type] ? { ...node, credentials: { [type]: credentials[type] } } : node;
	};
	return {
		id: digest(basename(file)).slice(0, 16),
		name,
		settings: settings ?? {},
		connections,
		nodes: nodes.map(withCredential),
	};
}

/**
 * Puts the example workflows into n8n: one that is there already follows its file, unless its user has
 * changed it; then it is left alone. One that was deleted comes back.
 * @param {import('./api.mjs').N8nApi} api
 * @param {string} userFolder Where it is noted what was put in.
 * @param {Record<string, { id: string, name: string }>} credentials By type.
 * @returns {Promise<Array<{ id: string, name: string, file: string, isChanged: boolean }>>} `isChanged`
 * by its user.
 */
export async function putExamples(api, userFolder, credentials) {
	const noteFile = join(userFolder, 'examples.json');
	const notes = existsSync(noteFile) ? JSON.parse(readFileSync(noteFile, 'utf8')) : {};
	const results = [];
	for (const file of exampleFiles()) {
		const wanted = readExample(file, credentials);
		const { id, name } = wanted;
		const known = await api.workflow(id);
		const isChanged = known && (known.isArchived || known.versionId !== notes[id]?.versionId);
		if (!isChanged) {
			const put = known ? api.updateWorkflow(id, wanted) : api.createWorkflow(wanted);
			notes[id] = { versionId: (await put).versionId };
		}
		results.push({ id, name: known?.name ?? name, file, isChanged });
	}
	writeFileSync(noteFile, JSON.stringify(notes));
	return results;
}
