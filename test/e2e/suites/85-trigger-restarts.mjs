/*
 * n8n 2.41 has three ways to poll. They differ in what they keep of the trigger's position, and when:
 * docs/trigger.md. Whatever happens in between, each call that ended must start the workflow once.
 */
import assert from 'node:assert/strict';
import { freePort } from '../../../scripts/process/ports.mjs';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { credentialType, triggerType } from '../../../scripts/n8n/stage.mjs';
import { anHour, ourNode, pollEvery, restartN8n, saveChain, until } from '../rig.mjs';

export const title = 'The trigger, over restarts, crashes and outages';

const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// Its tasks are looked for every 5 seconds otherwise.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
};
const engines = {
	// First: n8n was started like that. It ends with the last one, which the removal after it does not mind.
	'by default': {},
	'with its scheduler': scheduler,
	'with its scheduler and durable cursors': {
		...scheduler,
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};
const key = 'key-of-the-watched-service';
const isOver = ({ status }) => !['new', 'running', 'waiting'].includes(status);

export async function run(step, rig) {
	const { api, undo, env } = rig;
	let seed = 1;
	// One that the system gives to nobody while the service is down.
	const port = await freePort();
	let service = await openSandbox({ apiKey: key, calls: 20, seed, port });
	undo.add(async () => await service.close());
	const saved = await api.saveCredential({
		name: 'The watched service',
		type: credentialType,
		data: { apiKey: key, baseUrl: service.url },
	});
	const trigger = {
		...ourNode({ credential: { type: credentialType, ...saved } }, 'Trigger', {
			pollTimes: pollEvery(1),
			output: 'raw',
		}),
		type: triggerType,
	};
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

	const takeDown = async () => await service.close();
	/** Starts the service again, with the records that it had. New calls get new IDs. */
	const bringBack = async () => {
		seed += 1;
		service = await openSandbox({ apiKey: key, port, seed, records: service.calls });
		assert.equal(Number(new URL(service.url).port), port);
	};
	/** Calls that go on until they are ended. */
	const begin = (count = 1) => service.receive({ count, durationSeconds: anHour });
	/** Ends calls. @returns Their IDs. */
	const end = (calls) => calls.map(({ Id }) => service.end(Id).Id);
	const answered = () => service.log.length - service.inFlight.now;
	/** Waits until polls have begun and ended from now on. */
	const polls = async (count = 2) => {
		const before = service.log.length;
		await until('n8n has polled', () => answered() >= before + count);
	};

	for (const [name, settings] of Object.entries(engines)) {
		const named = (text) => `Polled ${name}: ${text}`;
		/** The IDs of all calls that ended since it was published. */
		const ended = [];
		let id;

		const executions = async () => {
			const all = await until('no execution runs', async () => {
				const found = await api.executions(id);
				return found.every(isOver) && found;
			});
			return all.sort((a, b) => a.id - b.id);
		};
		const delivered = async () => {
			const good = (await executions()).filter(({ status }) => status === 'success');
			const results = await Promise.all(good.map((one) => api.executionResult(one.id)));
			return results.flatMap(({ items }) => items('Next').map(({ json }) => json.Id));
		};
		const failures = async () =>
			(await executions()).filter(({ status }) => status !== 'success').length;
		/** All of them and nothing twice, also after further polls. */
		const deliveredOnce = async () => {
			await until('the calls are delivered', async () => {
				return (await delivered()).length >= ended.length;
			});
			await polls();
			assert.deepEqual((await delivered()).sort(), ended.toSorted());
		};

		await step(
			named('publishing emits nothing, a call does when it has ended, and once'),
			async () => {
				if (settings !== engines['by default']) {
					rig.env = { ...env, ...settings };
					await restartN8n(rig);
				}
				const calls = begin();
				id = await saveChain(rig, `Polled ${name}`, [trigger, next]);
				await api.publish(id);
				await polls();
				assert.deepEqual(await executions(), []);
				ended.push(...end(calls));
				await deliveredOnce();
				assert.equal((await executions()).length, 1);
			},
		);

		await step(
			named('killed during a poll that has found a call, started without the service'),
			async () => {
				const [first, second, third] = begin(3);
				service.fault({ fault: { kind: 'hold' } });
				ended.push(...end([second]));
				const before = service.log.length;
				await until('it polls', () => service.log.length > before);
				await rig.n8n.kill();
				// Also one that begins in the meantime; the oldest ends last.
				ended.push(...end([third]), ...end(begin()), ...end([first]));
				service.clear();
				await restartN8n(rig, takeDown);
				await until('n8n has failed to poll', async () => (await failures()) > 0);
				await bringBack();
				await deliveredOnce();
			},
		);

		if (settings === engines['by default']) {
			// n8n throws away what such a poll returns. With its scheduler the trigger cannot tell that from
			// what another poll has just delivered.
			await step(named('it is unpublished and published again while a poll reads'), async () => {
				const calls = begin();
				await polls();
				service.fault({ fault: { kind: 'hold' } });
				ended.push(...end(calls));
				const before = service.log.length;
				await until('it polls', () => service.log.length > before);
				await api.unpublish(id);
				service.clear();
				await until('the poll has ended', () => service.inFlight.now === 0);
				await api.publish(id);
				await deliveredOnce();
			});
		}
		await api.unpublish(id);
	}

	await api.request('DELETE', `/credentials/${saved.id}`);
}
