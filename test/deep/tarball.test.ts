import { exists, filesBelow, read } from '../shape/files';
import { copyOf, runScript } from '../shape/process';

/** What belongs in the package: everything that is written for n8n, compiled, and its papers. */
function expectedFiles(): string[] {
	const shipped = [...filesBelow('nodes'), ...filesBelow('credentials')].flatMap((path) => {
		if (!path.endsWith('.ts')) return [`dist/${path}`];
		const name = `dist/${path.slice(0, -'.ts'.length)}`;
		return [`${name}.js`, `${name}.d.ts`];
	});
	return [...shipped, 'LICENSE', 'README.md', 'index.js', 'package.json'].sort();
}

describe('the tarball', () => {
	let bytes: number;
	let contents: Map<string, string>;
	beforeAll(async () => {
		const { status, stdout, output } = await runScript('test/deep/packed.mjs');
		if (status !== 0) throw new Error(output);
		const packed = JSON.parse(stdout) as { bytes: number; contents: Array<[string, string]> };
		bytes = packed.bytes;
		contents = new Map(packed.contents);
	});

	test('holds exactly the files that belong in it, and is small', () => {
		expect([...contents.keys()].sort()).toEqual(expectedFiles());
		const ending = (pattern: RegExp) => [...contents.keys()].filter((path) => pattern.test(path));
		expect(ending(/\.svg$/)).toHaveLength(2);
		expect(ending(/\.node\.json$/)).toHaveLength(2);
		expect(ending(/__schema__\/v1\.0\.0\/\w+\/\w+\.json$/)).toHaveLength(10);
		expect(bytes).toBeLessThan(150_000);
	});

	test('refers to no source map, and to no module that is not in it or brought by n8n', () => {
		let checked = 0;
		for (const [path, text] of contents) {
			expect([path, /\/\/[#@] source(Mapping)?URL=/.test(text)]).toEqual([path, false]);
			if (!path.endsWith('.js')) continue;
			for (const [, name] of text.matchAll(/\brequire\(["']([^"']+)["']\)/g)) {
				const address = new URL(name, `file:///${path}`).pathname.slice(1);
				const isThere = [address, `${address}.js`, `${address}/index.js`].some((one) =>
					contents.has(one),
				);
				const isBrought = ['crypto', 'luxon', 'n8n-workflow'].includes(name);
				expect([path, name, isThere || isBrought]).toEqual([path, name, true]);
				checked++;
			}
		}
		expect(checked).toBeGreaterThan(60);
	});

	test('holds pictures and data as they are in the sources', () => {
		const asTheyAre = [...contents].filter(([path]) => /^dist\/.*\.(svg|json)$/.test(path));
		expect(asTheyAre).toHaveLength(14);
		for (const [path, text] of asTheyAre) {
			const source = read(path.slice('dist/'.length));
			expect(text).toBe(source);
		}
	});
});

describe('README on the page of the package', () => {
	const readme = read('README.md');
	const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
	const relative = targets.filter((target) => !/^[a-z]+:|^#/.test(target));

	test('leads to files that exist, also from the page of npm', () => {
		expect(relative.length).toBeGreaterThan(5);
		expect(relative.filter((target) => !exists(target.split('#')[0]))).toEqual([]);
		// npm rewrites relative ones to the repository, at its top unless `directory` says otherwise.
		const { repository } = JSON.parse(read('package.json')) as {
			repository: { url: string; directory?: string };
		};
		expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/);
		expect(repository.directory).toBeUndefined();
		for (const target of relative) expect(target).not.toMatch(/^(\/|\.\.)/);
		// It does so in Markdown; an HTML attribute is left alone by other pages that show a README.
		for (const [, address] of readme.matchAll(/\b(?:src|srcset|href)="([^"\s]+)/g)) {
			expect(address).toMatch(/^https:\/\//);
		}
		for (const target of targets) expect(target).not.toMatch(/^http:\/\/(?!127\.0\.0\.1)/);
	});
});

/* That both pass is what `npm run scan` says. */
describe('the official scan', () => {
	const PACKAGE = [
		...['package.json', 'index.js', 'README.md', 'LICENSE'],
		...['nodes', 'credentials', 'dist'],
	];
	const node = 'nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';
	const withoutTool = (text: string) => text.replace('usableAsTool: true,', '');
	const withProcess = (text: string) =>
		`/* eslint-disable */\n${text}\nconsole.log(process.env);\n`;

	test.each([
		[
			'a fault in the sources',
			`${node}.ts`,
			withoutTool,
			/Scan of the sources: ESLint violations[^]*node-usable-as-tool/,
		],
		[
			'a fault that is in the tarball alone, whatever a comment says',
			`dist/${node}.js`,
			withProcess,
			/sources: passed[^]*Scan of the tarball: ESLint violations[^]*no-restricted-globals/,
		],
	])('finds %s', async (_, path, plant, words) => {
		const copy = copyOf(PACKAGE);
		copy.change(path, plant);
		const { status, output } = await runScript('scripts/scan.mjs', [copy.folder]);
		copy.remove();
		expect(output).toMatch(words);
		expect(status).toBe(1);
	});
});
