import { exists, read } from './files';
import { yaml } from './workflows';

interface Service {
	image: string;
	command?: string | string[];
	environment: Record<string, string>;
	volumes?: string[];
	ports?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
}

interface Compose {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
}

const lock = JSON.parse(read('test/e2e/package-lock.json')) as {
	packages: Record<string, { version: string }>;
};
const { version } = lock.packages['node_modules/n8n'];
const n8nImage = `docker.n8n.io/n8nio/n8n:${version}`;
const sets = ['single', 'queue'].map((name) => ({
	...yaml<Compose>(`examples/docker/${name}/compose.yaml`),
	name,
}));

describe.each(sets)('the containers of examples/docker/$name', ({ name, services, volumes }) => {
	const all = Object.entries(services);
	const processes = all.filter(([, { image }]) => image === n8nImage);

	test('have pinned versions, n8n that of the end-to-end tests', () => {
		for (const [, { image }] of all) expect(image).toMatch(/:\d[\w.-]*$/);
		const own = all.filter(([, { image }]) => image.includes('n8nio/'));
		expect(own.length).toBe(2 * processes.length);
		for (const [, { image }] of own) expect(image.endsWith(`:${version}`)).toBe(true);
	});

	test('are healthy before others need them', () => {
		for (const [service, { depends_on: needed = {} }] of all) {
			for (const [other, { condition }] of Object.entries(needed)) {
				expect([service, other, condition]).toEqual([service, other, 'service_healthy']);
				expect(services[other].healthcheck?.test.length).toBeGreaterThan(1);
			}
		}
	});

	test('have one runner for each n8n, with the same token', () => {
		const runners = all.filter(([, { image }]) => image.includes('n8nio/runners'));
		const served = runners.map(([, { environment }]) => environment.N8N_RUNNERS_TASK_BROKER_URI);
		expect(served).toEqual(processes.map(([service]) => `http://${service}:5679`));
		const tokens = [...runners, ...processes].map(
			([, { environment }]) => environment.N8N_RUNNERS_AUTH_TOKEN,
		);
		expect(new Set(tokens).size).toBe(1);
	});

	test('keep the package: a volume, and what is missing is installed again', () => {
		for (const [, service] of processes) {
			expect(service.environment.N8N_REINSTALL_MISSING_PACKAGES).toBe('true');
			expect(service.volumes).toEqual(['n8n:/home/node/.n8n']);
		}
		const mounted = all.flatMap(([, service]) => service.volumes ?? []);
		const named = mounted.map((mount) => mount.split(':')[0]);
		expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
	});

	test('hold no secret, and make-env writes all that they ask for', () => {
		const asked = [...read(`examples/docker/${name}/compose.yaml`).matchAll(/\$\{(\w+):\?/g)];
		const written = read('examples/docker/make-env');
		expect(asked.length).toBeGreaterThan(1);
		for (const [, variable] of asked) expect(written).toContain(variable);
	});

	test('can be reached from the machine itself alone', () => {
		const ports = all.flatMap(([, service]) => service.ports ?? []);
		expect(ports).toEqual(['127.0.0.1:5678:5678']);
	});
});

test('main and workers of the queue have the same settings', () => {
	const { services } = sets[1];
	expect(services.worker.environment).toEqual(services.n8n.environment);
	expect([services.n8n.command, services.worker.command]).toEqual([undefined, 'worker']);
	expect(services.redis.command).toContain('--appendonly');
});

test('GitHub starts them', () => {
	expect(exists('.ci/docker')).toBe(true);
	expect(read('.github/workflows/check.yml')).toContain('run: .ci/docker');
});
