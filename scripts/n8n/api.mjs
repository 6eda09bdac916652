import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'flatted';
import { CliError } from '../process/cliError.mjs';

const pollMs = 250;
const executionMs = 120_000;
const requestMs = 60_000;

/**
 * n8n's own REST interface, the one its editor uses (2.41). It is no public contract: what is used
 * of it stands here and nowhere else.
 */
export class N8nApi {
	#cookie = '';

	/** @param {string} url `http://127.0.0.1:5678` */
	constructor(url) {
		this.url = url;
	}

	/**
	 * @param {string} method
	 * @param {string} path Below `/rest`.
	 * @param {unknown} [body] Sent as JSON.
	 * @returns {Promise<any>} The answer without its wrapping.
	 * @throws {CliError} With n8n's own message; `status` tells the status code.
	 */
	async request(method, path, body) {
		return await this.#send(method, `/rest${path}`, body);
	}

	async #send(method, path, body) {
		const answer = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				connection: 'close',
				...(this.#cookie && { cookie: this.#cookie }),
				'content-type': 'application/json',
			},
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(requestMs),
		});
		const own = answer.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (own) [this.#cookie] = own.split(';');
		const text = await answer.text();
		const isJson = /json/.test(answer.headers.get('content-type')) && text !== '';
		const content = isJson ? JSON.parse(text) : undefined;
		if (!answer.ok) {
			const why = content?.message ?? (text.slice(0, 200) || answer.statusText);
			const problem = new CliError(`n8n refused ${method} ${path} (${answer.status}): ${why}`);
			problem.status = answer.status;
			throw problem;
		}
		return Object(content) === content && 'data' in content ? content.data : content;
	}

	/** What a request gives; undefined where n8n refuses it with one of these status codes. */
	async #unless(statuses, ...request) {
		try {
			return await this.request(...request);
		} catch (error) {
			if (statuses.includes(error.status)) return undefined;
			throw error;
		}
	}

	/**
	 * Sets up the owner of a new n8n, or logs in to one that has an owner.
	 * @param {{ email: string, password: string, firstName: string, lastName: string }} owner
	 */
	async enter(owner) {
		const { userManagement } = await this.request('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', owner);
		} else {
			const { email: emailOrLdapLoginId, password } = owner;
			await this.request('POST', '/login', { emailOrLdapLoginId, password });
		}
	}

	/**
	 * @param {string} type `<package>.<node>`
	 * @param {number} [version]
	 * @returns {Promise<Record<string, any> | undefined>} The node's description, when it is loaded.
	 */
	async nodeType(type, version = 1) {
		const nodeInfos = [{ name: type, version }];
		return (await this.#unless([400], 'POST', '/node-types', { nodeInfos }))?.[0];
	}

	/** The descriptions that the editor loads, those of tools for AI agents included. */
	async allNodeTypes() {
		return await this.#send('GET', '/types/nodes.json');
	}

	/** The community packages that Settings lists. */
	async communityPackages() {
		return await this.request('GET', '/community-packages');
	}

	/** @param {string} name Installs the newest version of a package, as the button in Settings does. */
	async install(name) {
		await this.request('POST', '/community-packages', { name });
	}

	/** @param {string} name Of a package that is to become its newest version. */
	async updatePackage(name) {
		await this.request('PATCH', '/community-packages', { name });
	}

	/** @param {string} name Uninstalls a package, as the button in Settings does. */
	async uninstall(name) {
		await this.request('DELETE', `/community-packages?name=${encodeURIComponent(name)}`);
	}

	/**
	 * Creates a credential, or updates the one of that name and type.
	 * @param {{ name: string, type: string, data: Record<string, unknown> }} credential
	 * @returns {Promise<{ id: string, name: string }>}
	 */
	async saveCredential({ name, type, data }) {
		const all = await this.request('GET', '/credentials');
		const known = all.find((entry) => entry.name === name && entry.type === type);
		const saved = known
			? await this.request('PATCH', `/credentials/${known.id}`, { name, type, data })
			: await this.request('POST', '/credentials', { name, type, data });
		return { id: saved.id, name: saved.name };
	}

	/**
	 * What the button "Retry" in a credential's form does.
	 * @param {{ id?: string, name: string, type: string, data: Record<string, unknown> }} credential
	 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
	 */
	async testCredential(credential) {
		const credentials = { id: '', ...credential };
		return await this.request('POST', '/credentials/test', { credentials });
	}

	/** @param {string} id @returns {Promise<any>} The workflow; undefined when there is none. */
	async workflow(id) {
		return await this.#unless([403, 404], 'GET', `/workflows/${id}`);
	}

	/** @param {object} workflow With an `id` of its own, if wished. @returns {Promise<any>} */
	async createWorkflow(workflow) {
		return await this.request('POST', '/workflows', { active: false, settings: {}, ...workflow });
	}

	/** @param {string} id @param {object} changes @returns {Promise<any>} */
	async updateWorkflow(id, changes) {
		return await this.request('PATCH', `/workflows/${id}`, changes);
	}

	/**
	 * Lets the triggers of a workflow listen, as "Publish" in the editor does.
	 * @param {string} id
	 */
	async publish(id) {
		const { versionId } = await this.workflow(id);
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		await this.#untilPublication(id, 'published');
	}

	/** @param {string} id Of the workflow whose triggers are no longer to listen. */
	async unpublish(id) {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		await this.#untilPublication(id, 'not_published');
	}

	/** n8n answers first and sees to the triggers then. */
	async #untilPublication(id, wanted) {
		const path = `/workflows/${id}/publication-status`;
		const isOver = ({ status, triggers }) => {
			if (status === wanted) return true;
			const why = triggers.map(({ errorMessage }) => errorMessage).find(Boolean);
			// What kept a workflow from being published stands there still while it is unpublished.
			if (!why || wanted !== 'published') return false;
			throw new CliError(`Workflow ${id} is ${status}, not ${wanted}.`, '', why);
		};
		await this.#until(path, isOver, executionMs);
	}

	/** Asks again and again until the answer is right. */
	async #until(path, isRight, timeoutMs) {
		for (const until = Date.now() + timeoutMs; ; await wait(pollMs)) {
			const answer = await this.request('GET', path);
			if (isRight(answer)) return answer;
			if (Date.now() > until) throw new CliError(`${path} is still ${answer.status}.`);
		}
	}

	/**
	 * @param {string} workflowId
	 * @param {number} [most] So many or a few more are read, where there are as many.
	 * @returns {Promise<Array<{ id: string, status: string, mode: string, createdAt: string }>>} Its
	 * last executions: those that run, and then the others, the newest first.
	 */
	async executions(workflowId, most = 100) {
		const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '100' });
		const all = [];
		for (;;) {
			const { results, nextCursor } = await this.request('GET', `/executions?${query}`);
			all.push(...results);
			if (!nextCursor || all.length >= most) return all;
			query.set('cursor', nextCursor);
		}
	}

	/**
	 * Runs a saved workflow from its trigger, as "Execute workflow" does, and waits for its end.
	 * @param {string} id
	 * @param {string} trigger The trigger node's name.
	 * @param {number} [timeoutMs]
	 * @returns {Promise<{ id: string, status: string, error?: any, runData: Record<string, any[]>,
	 * items: (node: string, output?: number) => any[] }>} `items` gives a node's items of its last
	 * run.
	 * @throws {CliError} When it takes longer than that.
	 */
	async execute(id, trigger, timeoutMs = executionMs) {
		return await this.executionResult(await this.begin(id, trigger), timeoutMs);
	}

	/** Starts a saved workflow from its trigger without waiting. @returns {Promise<string>} The execution's id. */
	async begin(id, trigger) {
		const { executionId } = await this.request('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: trigger },
		});
		return executionId;
	}

	/** What the button "Stop" does. */
	async stop(executionId) {
		await this.request('POST', `/executions/${executionId}/stop`);
	}

	/** Waits for the end of an execution; see `execute`. */
	async executionResult(executionId, timeoutMs = executionMs) {
		const isOver = ({ status }) => !['new', 'running', 'waiting'].includes(status);
		const execution = await this.#until(`/executions/${executionId}`, isOver, timeoutMs);
		const { id, status } = execution;
		const data = typeof execution.data === 'string' ? parse(execution.data) : execution.data;
		const { runData = {}, error } = data?.resultData ?? {};
		const items = (node, output = 0) => runData[node]?.at(-1)?.data?.main?.[output] ?? [];
		return { id, status, error, runData, items };
	}
}
