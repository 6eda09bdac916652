import { GUARDS } from '../../nodes/VoiceAssistantCalls/resources/call/create/guards';
import { createOptionsField } from '../../nodes/VoiceAssistantCalls/resources/call/create/options';
import { filesBelow, read } from './files';

/* The map and the recipes of CONTRIBUTING.md, followed. */

const page = read('CONTRIBUTING.md');
const folders = ['nodes', 'credentials', 'sandbox', 'test', 'scripts', 'bench', 'docs', 'examples'];
const files = folders.flatMap((folder) => filesBelow(folder));

const CREATE = 'nodes/VoiceAssistantCalls/resources/call/create';

test('every file that it names is there', () => {
	const named = [...page.matchAll(/`([\w/.]+\.(?:ts|mjs|md))`/g)]
		.map(([, path]) => path)
		.filter((path) => path.includes('/') || !path.endsWith('.md'));
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual(
		[],
	);
});

test('every file and folder of its map is there', () => {
	const [, map] = /```\n(credentials\/[^]*?)```/.exec(page) ?? [];
	const entries = (map ?? '').split('\n').map((line) => line.trim().split(/ {2,}/)[0]);
	const paths = entries.flatMap((line) => line.split(', ')).map((path) => path.trim());
	const parts = paths.filter((path) => path !== '' && !path.includes('<'));
	expect(parts.length).toBeGreaterThan(20);
	expect(
		parts.filter(
			(path) => !files.some((file) => `/${file}`.includes(`/${path.replace(/\/$/, '')}`)),
		),
	).toEqual([]);
});

test.each(GUARDS.map(({ field }) => [field.name, field.displayName]))(
	'the guard %s has what the recipe names',
	(name, label) => {
		const made = [
			`${CREATE}/guards/${name}.ts`,
			`test/unit/guards/${name}.test.ts`,
			`test/engine/create/${name}.test.ts`,
		];
		expect(made.filter((path) => !files.includes(path))).toEqual([]);
		expect(read('docs/guards.md')).toContain(`| ${label.replace(/ \(.*/, '')} `);
	},
);

test('every option of Create is explained', () => {
	const pages = read('docs/call-safety.md') + read('docs/guards.md');
	const labels = createOptionsField({}).options?.map((option) =>
		'displayName' in option ? option.displayName.replace(/ \(.*/, '') : '',
	);
	expect(labels).toHaveLength(13);
	expect(labels?.filter((label) => !pages.includes(label))).toEqual([]);
});
