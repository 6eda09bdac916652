import { GUARDS } from '../../nodes/create/guards';
import { createOptionsField } from '../../nodes/create/options';
import { filesBelow, read } from './files';

/* The map and the recipes of CONTRIBUTING.md, followed. */

const page = read('CONTRIBUTING.md');
const folders = ['nodes', 'credentials', 'sandbox', 'test', 'scripts', 'bench', 'docs', 'examples'];
const files = folders.flatMap((folder) => filesBelow(folder));

const CREATE = 'nodes/create';

test('every file and folder that it names is there', () => {
	const named = [...page.matchAll(/`([\w/.]+\.(?:ts|mjs|md))`/g)]
		.map(([, path]) => path)
		.filter((path) => path.includes('/') || !path.endsWith('.md'));
	const [, map = ''] = /```\n(credentials\/[^]*?)```/.exec(page) ?? [];
	const inMap = map
		.split('\n')
		.flatMap((line) => line.trim().split(/ {2,}/)[0].split(', '))
		.filter((path) => path !== '' && !path.includes('<'));
	expect([named.length > 20, inMap.length > 20]).toEqual([true, true]);
	const isThere = (path: string) =>
		files.some((file) => `/${file}`.includes(`/${path.replace(/\/$/, '')}`));
	expect([...named, ...inMap].filter((path) => !isThere(path))).toEqual([]);
});

const withoutUnit = (label: string) => label.replace(/ \(.*/, '');

test.each(GUARDS.map(({ field }) => [field.name, field.displayName]))(
	'the guard %s has what the recipe names',
	(name, label) => {
		const made = [
			`${CREATE}/guards/${name}.ts`,
			`test/unit/guards/${name}.test.ts`,
			`test/engine/create/${name}.test.ts`,
		];
		const missing = [
			...made.filter((path) => !files.includes(path)).map((path) => `Add the file ${path}`),
			...(read('docs/guards.md').includes(`| ${withoutUnit(label)} `)
				? []
				: [`Add a row "${withoutUnit(label)}" to the table in docs/guards.md`]),
		];
		expect(missing).toEqual([]);
	},
);

test('every option of Create is explained', () => {
	const guards = GUARDS.map(({ field }) => field.name);
	const missing = (createOptionsField({}).options ?? []).flatMap((option) => {
		const label = 'displayName' in option ? withoutUnit(option.displayName) : '';
		const page = guards.includes(option.name) ? 'docs/guards.md' : 'docs/create.md';
		return read(page).includes(`| ${label} `) ? [] : [`Add a row "${label}" to ${page}`];
	});
	expect(missing).toEqual([]);
});
