import { compose } from './compose';
import { read } from './files';

/* The compose files of examples/docker: no folder is shared, nothing is open to others, all agree. */

const lock = JSON.parse(read('test/e2e/package-lock.json')) as {
	packages: Record<string, { version: string }>;
};
const { version } = lock.packages['node_modules/n8n'];
const n8nImage = `docker.n8n.io/n8nio/n8n:${version}`;
const runnersImage = `docker.n8n.io/n8nio/runners:${version}`;
const fileOf = (name: string) => read(`examples/docker/${name}/compose.yaml`);

const secrets = ['N8N_ENCRYPTION_KEY', 'N8N_RUNNERS_AUTH_TOKEN', 'POSTGRES_PASSWORD'];
const written = {
	...Object.fromEntries(secrets.map((name) => [name, name])),
	GENERIC_TIMEZONE: 'Asia/Tokyo',
};
const [, profiles = ''] = /^COMPOSE_PROFILES=(.*)$/m.exec(read('examples/docker/README.md')) ?? [];

describe.each([
	{ name: 'single', env: written, workers: [] },
	{ name: 'queue', env: written, workers: ['worker'] },
	{
		name: 'queue',
		env: { ...written, COMPOSE_PROFILES: profiles },
		workers: ['worker', 'worker-2', 'worker-3'],
	},
])('$name with $workers', ({ name, env, workers }) => {
	const { services, volumes } = compose(fileOf(name), env);
	const all = Object.entries(services);
	const processes = all.filter(([, { image }]) => image === n8nImage);
	const runners = all.filter(([, { image }]) => image === runnersImage);

	test('has a main, its workers, and a runner for each', () => {
		expect(processes.map(([service]) => service)).toEqual(['n8n', ...workers]);
		for (const worker of workers) expect(services[worker].command).toBe('worker');
		const served = runners.map(([, { environment }]) => environment.N8N_RUNNERS_TASK_BROKER_URI);
		expect(served).toEqual(processes.map(([service]) => `http://${service}:5679`));
	});

	test('has the same settings in each process', () => {
		const { environment } = services.n8n;
		for (const [, service] of processes) expect(service.environment).toEqual(environment);
		expect(environment).toMatchObject({
			GENERIC_TIMEZONE: 'Asia/Tokyo',
			WEBHOOK_URL: 'http://localhost:5678/',
			N8N_REINSTALL_MISSING_PACKAGES: 'true',
		});
	});

	test('gives no two processes one folder, and workers an empty one', () => {
		expect(services.n8n.volumes).toEqual(['n8n:/home/node/.n8n']);
		for (const worker of workers) {
			const { tmpfs, volumes: own } = services[worker];
			expect([own, tmpfs]).toEqual([undefined, [expect.stringMatching(/^\/home\/node\/\.n8n/)]]);
		}
		const named = all.flatMap(([, service]) => service.volumes ?? []);
		expect(named.map((mount) => mount.split(':')[0]).sort()).toEqual(
			Object.keys(volumes ?? {}).sort(),
		);
	});

	test('can be reached from the machine itself alone', () => {
		expect(all.flatMap(([, service]) => service.ports ?? [])).toEqual(['127.0.0.1:5678:5678']);
	});

	test.each(Object.keys(written))('does not start without %s where it needs it', (variable) => {
		const needsIt = name === 'queue' || variable !== 'POSTGRES_PASSWORD';
		const start = () => compose(fileOf(name), { ...env, [variable]: '' });
		if (needsIt) expect(start).toThrow(`${variable}: `);
		expect(read('examples/docker/make-env')).toContain(variable);
	});
});
