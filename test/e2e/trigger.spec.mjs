/*
 * n8n 2.41 has three ways to poll. They differ in what they keep of the trigger's position, and when:
 * docs/trigger.md. Whatever happens in between, each call that ended must start the workflow once.
 */
import { credentialType, triggerType } from '../../scripts/n8n/stage.mjs';
import { freePort } from '../../scripts/process/ports.mjs';
import { openSandbox } from '../../scripts/standIns/sandbox.mjs';
import { expect, test } from './fixtures.mjs';
import { anHour, idsOf, restartN8n, until } from './rig.mjs';
import { ourNode, pollEvery, saveChain } from './workflows.mjs';

test.describe.configure({ retries: 0 });

const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// Its tasks are looked for every 5 seconds otherwise.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
};
const durableCursors = { ...scheduler, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
const isOver = ({ status }) => !['new', 'running', 'waiting'].includes(status);
const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

for (const [name, settings] of [
	// First: n8n was started like that.
	['by default', {}],
	['with its scheduler', scheduler],
	['with its scheduler and durable cursors', durableCursors],
]) {
	test(`polled ${name}, the trigger delivers each call once`, async ({ api, rig }) => {
		// One that the system gives to nobody while the service is down.
		const port = await freePort();
		const options = { apiKey: 'key-of-the-watched-service', calls: 20, port };
		let service = await openSandbox(options);
		const data = { apiKey: service.apiKey, baseUrl: service.url };
		const saved = await api.saveCredential({ name: 'Watched', type: credentialType, data });
		const watched = { credential: { type: credentialType, ...saved } };
		const parameters = { pollTimes: pollEvery(1), output: 'raw' };
		const trigger = ourNode(watched, 'Trigger', parameters, { type: triggerType });
		/** The IDs of all calls that ended since it was published. */
		const ended = [];
		/** Calls that go on until they are ended. */
		const begin = (count = 1) => service.receive({ count, durationSeconds: anHour });
		const end = (calls) => ended.push(...calls.map(({ Id }) => service.end(Id).Id));
		/** Waits until a poll has begun that is to find these calls, and that gets no answer. */
		const holdPoll = async (calls) => {
			service.fault({ fault: { kind: 'hold' } });
			end(calls);
			const before = service.log.length;
			await until('it polls', () => service.log.length > before);
		};
		/** Waits until two polls have begun and ended from now on. */
		const polls = async () => {
			const before = service.log.length;
			await until('n8n has polled', () => service.log.length - service.inFlight.now >= before + 2);
		};
		const executions = async () =>
			await until('no execution runs', async () => {
				const found = await api.executions(id);
				return found.every(isOver) && found;
			});
		const delivered = async () => {
			const good = (await executions()).filter(({ status }) => status === 'success');
			const results = await Promise.all(good.map((one) => api.executionResult(one.id)));
			return idsOf(results.flatMap(({ items }) => items('Next').map(({ json }) => json)));
		};
		/** All of them and nothing twice, also after further polls. */
		const expectDeliveredOnce = async () => {
			const isComplete = async () => (await delivered()).length >= ended.length;
			await until('the calls are delivered', isComplete);
			await polls();
			expect((await delivered()).sort()).toEqual(ended.toSorted());
		};

		if (name !== 'by default') {
			Object.assign(rig.env, settings);
			await restartN8n(rig);
		}
		const id = await saveChain(rig, `Polled ${name}`, [trigger, next]);

		await test.step('publishing emits nothing, a call does when it has ended', async () => {
			const calls = begin();
			await api.publish(id);
			await polls();
			expect(await executions()).toEqual([]);
			end(calls);
			await expectDeliveredOnce();
		});

		await test.step('n8n is killed while a poll finds a call, and starts without the service', async () => {
			const [first, second, third] = begin(3);
			await holdPoll([second]);
			await rig.n8n.kill();
			// Also one that begins in the meantime; the oldest ends last.
			end([third, ...begin(), first]);
			service.clear();
			await restartN8n(rig, async () => await service.close());
			await until('n8n has failed to poll', async () =>
				(await executions()).some(({ status }) => status !== 'success'),
			);
			// With the records that it had. New calls get new IDs.
			service = await openSandbox({ ...options, seed: 2, records: service.calls });
			expect(new URL(service.url).port).toBe(String(port));
			await expectDeliveredOnce();
		});

		if (name === 'by default') {
			// n8n throws away what such a poll returns. With its scheduler the trigger cannot tell that from
			// what another poll has just delivered.
			await test.step('it is unpublished and published again while a poll reads', async () => {
				const calls = begin();
				await polls();
				await holdPoll(calls);
				await api.unpublish(id);
				service.clear();
				await until('the poll has ended', () => service.inFlight.now === 0);
				await api.publish(id);
				await expectDeliveredOnce();
			});
		}
		await api.unpublish(id);
		await service.close();
	});
}
