import { filesBelow, read } from './files';

interface Manifest {
	name: string;
	version: string;
	dependencies?: object;
	peerDependencies: object;
	devDependencies: Record<string, string>;
	scripts: Record<string, string>;
	files: string[];
	n8n: { strict: boolean; nodes: string[]; credentials: string[] };
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const sources = [...filesBelow('nodes'), ...filesBelow('credentials')].filter((path) =>
	path.endsWith('.ts'),
);

test('the published package needs nothing but what n8n brings', () => {
	expect(manifest.name).toBe('n8n-nodes-voice-assistant-calls');
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(manifest.files).toEqual(['dist']);
	expect(manifest.n8n.strict).toBe(true);
	// All that `npm run lint` adds to `npm run lint:strict`.
	const words = (folder: string) => read(`${folder}eslint.config.mjs`).trim().split(/\s+/);
	const templates = 'node_modules/@n8n/node-cli/dist/template/templates/';
	expect(words('')).toEqual(words(`${templates}shared/default/`));
	for (const version of Object.values(manifest.devDependencies)) {
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	}
	const imported = new Set(
		sources.flatMap((path) =>
			[...read(path).matchAll(/ from '([^.'][^']*)';$/gm)].map(([, name]) => name),
		),
	);
	expect([...imported].sort()).toEqual(['crypto', 'luxon', 'n8n-workflow']);
});

test('requests are made in one place, and state is kept where it is named', () => {
	const holding = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)));

	expect(holding(/httpRequest/)).toEqual(['nodes/service/transport.ts']);
	expect(holding(/^(?:const|let) \w+ = new (?:Weak)?(?:Map|Set)/m)).toEqual([
		// What n8n's scheduler makes necessary.
		'nodes/VoiceAssistantCallsTrigger/memory.ts',
		'nodes/n8n/operation.ts',
		'nodes/n8n/withoutCustomOperations.ts',
	]);
	expect(holding(/^(?:export )?let /m)).toEqual([]);
});

test('the node is found by the words that people type', () => {
	const codexOf = (node: string) =>
		JSON.parse(read(`nodes/${node}/${node}.node.json`)) as {
			categories: string[];
			alias: string[];
		};
	const { categories, alias } = codexOf('VoiceAssistantCalls');
	expect(categories).toEqual(['Communication']);
	expect(alias).toEqual(expect.arrayContaining(['Phone', 'Voice', 'Transcript']));
	// n8n's panel shows node and trigger as one, and searches the words of the node alone (2.41.1).
	expect(alias).toEqual(expect.arrayContaining(codexOf('VoiceAssistantCallsTrigger').alias));
});

test('the compose files open n8n to the machine itself alone, in the version that is tested', () => {
	const lock = JSON.parse(read('test/e2e/package-lock.json')) as {
		packages: Record<string, { version: string }>;
	};
	const { version } = lock.packages['node_modules/n8n'];
	for (const name of ['single', 'queue']) {
		const text = read(`examples/docker/${name}/compose.yaml`);
		const published = [...text.matchAll(/^\s*- ["']?([\d.]+:\d+:\d+|\d+:\d+)["']?$/gm)];
		expect(published.map(([, port]) => port)).toEqual(['127.0.0.1:5678:5678']);
		const images = [...text.matchAll(/n8nio\/\w+:(\S+)/g)].map(([, tag]) => tag);
		expect(new Set(images)).toEqual(new Set([version]));
	}
});
