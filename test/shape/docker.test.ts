import { compose, dotEnv } from './compose';
import { exists, read } from './files';

const lock = JSON.parse(read('test/e2e/package-lock.json')) as {
	packages: Record<string, { version: string }>;
};
const { version } = lock.packages['node_modules/n8n'];
const n8nImage = `docker.n8n.io/n8nio/n8n:${version}`;
const runnersImage = `docker.n8n.io/n8nio/runners:${version}`;
const page = read('examples/docker/README.md');
const fileOf = (name: string) => read(`examples/docker/${name}/compose.yaml`);
/** Of the page, in its order. */
const blocks = (language: string) =>
	[...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(
		([, text]) => text,
	);

const [access, moreWorkers] = blocks('ini').map(dotEnv);
const [setting, packages] = blocks('yaml');
const written = {
	...Object.fromEntries(
		['N8N_ENCRYPTION_KEY', 'N8N_RUNNERS_AUTH_TOKEN', 'POSTGRES_PASSWORD'].map((name) => [
			name,
			name,
		]),
	),
	GENERIC_TIMEZONE: 'Asia/Tokyo',
};
const sets = [
	{ name: 'single', env: written, workers: [] },
	{ name: 'queue', env: written, workers: ['worker'] },
	{
		name: 'queue',
		env: { ...written, ...moreWorkers },
		workers: ['worker', 'worker-2', 'worker-3'],
	},
];

const seconds = (period: string) => {
	const [, minutes, rest] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(period) ?? [];
	return 60 * Number(minutes ?? 0) + Number(rest ?? 0);
};

describe.each(sets)('$name with $workers', ({ name, env, workers }) => {
	const { services, volumes } = compose([fileOf(name)], env);
	const all = Object.entries(services);
	const processes = all.filter(([, { image }]) => image === n8nImage);
	const runners = all.filter(([, { image }]) => image === runnersImage);

	test('has a main, its workers, and a runner for each', () => {
		expect(processes.map(([service]) => service)).toEqual(['n8n', ...workers]);
		expect(services.n8n.command).toBeUndefined();
		for (const worker of workers) expect(services[worker].command).toBe('worker');
		const served = runners.map(([, { environment }]) => environment.N8N_RUNNERS_TASK_BROKER_URI);
		expect(served).toEqual(processes.map(([service]) => `http://${service}:5679`));
		const tokens = [...runners, ...processes].map(
			([, { environment }]) => environment.N8N_RUNNERS_AUTH_TOKEN,
		);
		expect(new Set(tokens)).toEqual(new Set(['N8N_RUNNERS_AUTH_TOKEN']));
	});

	test('has every image in one version, and every container checked and restarted', () => {
		for (const [, { image, healthcheck, restart }] of all) {
			expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-alpine)?$/);
			expect(healthcheck?.test.length).toBeGreaterThan(1);
			expect(restart).toBe('unless-stopped');
		}
	});

	test('has the same settings in each process', () => {
		const { environment } = services.n8n;
		expect(Object.keys(environment).length).toBeGreaterThan(10);
		for (const [, service] of processes) expect(service.environment).toEqual(environment);
		expect(environment).toMatchObject({
			GENERIC_TIMEZONE: 'Asia/Tokyo',
			N8N_HOST: 'localhost',
			N8N_PROTOCOL: 'http',
			N8N_PROXY_HOPS: '0',
			WEBHOOK_URL: 'http://localhost:5678/',
			N8N_REINSTALL_MISSING_PACKAGES: 'true',
		});
	});

	test('gives no two processes one folder, and workers an empty one', () => {
		expect(services.n8n.volumes).toEqual(['n8n:/home/node/.n8n']);
		for (const worker of workers) {
			expect(services[worker].volumes).toBeUndefined();
			expect(services[worker].tmpfs?.map((mount) => mount.split(':')[0])).toEqual([
				'/home/node/.n8n',
			]);
		}
		const named = all.flatMap(([, service]) => service.volumes ?? []);
		expect(named.map((mount) => mount.split(':')[0]).sort()).toEqual(
			Object.keys(volumes ?? {}).sort(),
		);
	});

	test('leaves a process the time that n8n has to stop, and its runner longer', () => {
		for (const [
			,
			{ environment, stop_grace_period: grace = '', depends_on: needed },
		] of processes) {
			expect(seconds(grace)).toBeGreaterThan(Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT));
			// What a service needs is started before it and stopped after it.
			expect(Object.keys(needed ?? {}).filter((other) => other.endsWith('runners')).length).toBe(1);
		}
	});

	test('waits for what has to be healthy', () => {
		for (const [service, { depends_on: needed = {} }] of all) {
			for (const [other, { condition }] of Object.entries(needed)) {
				expect(services[other]).toBeDefined();
				const isRunner = runners.some(([runner]) => runner === other);
				const wanted = isRunner ? 'service_started' : 'service_healthy';
				expect([service, other, condition]).toEqual([service, other, wanted]);
			}
		}
	});

	test('can be reached from the machine itself alone', () => {
		expect(all.flatMap(([, service]) => service.ports ?? [])).toEqual(['127.0.0.1:5678:5678']);
	});

	test('takes from .env what the page puts there', () => {
		const reached = compose([fileOf(name)], { ...env, ...access });
		expect(Object.keys(access).length).toBe(4);
		for (const [service] of processes) {
			expect(reached.services[service].environment).toMatchObject(access);
		}
	});

	test.each([
		['a setting', setting, 1],
		['the list of packages', packages, 2],
	])('keeps all of its own beside %s in the override', (_what, override, count) => {
		const more = compose([fileOf(name), override], env).services;
		const added = { ...more.n8n.environment };
		for (const variable of Object.keys(services.n8n.environment)) delete added[variable];
		expect(Object.keys(added).length).toBe(count);
		expect(more.n8n.environment).toEqual({ ...services.n8n.environment, ...added });
		expect({ ...more, n8n: services.n8n }).toEqual(services);
	});

	test.each(Object.keys(written))(
		'does not start without %s, which make-env writes',
		(variable) => {
			const needsIt = fileOf(name).includes(`\${${variable}:?`);
			expect(needsIt).toBe(name === 'queue' || variable !== 'POSTGRES_PASSWORD');
			const start = () => compose([fileOf(name)], { ...env, [variable]: '' });
			if (needsIt) expect(start).toThrow(`${variable}: `);
			expect(read('examples/docker/make-env')).toContain(variable);
		},
	);
});

test('the list of packages on the page is what n8n reads', () => {
	const { N8N_COMMUNITY_PACKAGES: list } = compose([packages], {}).services.n8n.environment;
	const { name } = JSON.parse(read('package.json')) as { name: string };
	expect(JSON.parse(list)).toEqual([{ name, version: '0.1.0', checksum: 'sha512-…' }]);
});

test('GitHub starts them, with three workers', () => {
	expect(exists('.ci/docker')).toBe(true);
	expect(read('.ci/docker')).toContain(`COMPOSE_PROFILES=${moreWorkers.COMPOSE_PROFILES}`);
	expect(read('.github/workflows/check.yml')).toContain('run: .ci/docker');
});
