import { filesBelow, read } from './files';
import { copyOf, runScript } from './process';

const { version } = JSON.parse(read('package.json')) as { version: string };

test('the workflows of GitHub pin every action to a commit, and name its version', () => {
	const uses = filesBelow('.github/workflows')
		.flatMap((path) => [...read(path).matchAll(/\buses: (.+)$/gm)])
		.map(([, action]) => action)
		.filter((action) => !action.startsWith('./'));
	expect(uses.length).toBeGreaterThan(5);
	for (const action of uses) {
		expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

describe('a tag', () => {
	let copy: ReturnType<typeof copyOf>;
	beforeAll(() => (copy = copyOf(['package.json', 'package-lock.json', 'CHANGELOG.md'])));
	afterAll(() => copy.remove());
	const check = async (tag: string, repository = '') =>
		await runScript('scripts/release.mjs', ['check', tag, copy.folder], {
			GITHUB_REPOSITORY: repository,
		});

	test('is published where tag, version and the newest entry of the changelog agree', async () => {
		// The author is the owner's to enter.
		copy.change('package.json', (text) => text.replace(/@[\w-]+\.example"/, '@company.com"'));
		const output = `v${version} can be published.\n`;
		expect(await check(`v${version}`)).toMatchObject({ status: 0, output });
	});

	test('is refused with all that is wrong', async () => {
		copy.change('package.json', (text) => text.replace('@company.com"', '@somewhere.example"'));
		copy.change('package-lock.json', (text) => text.replace(`"${version}"`, '"0.0.9"'));
		copy.change('CHANGELOG.md', (text) => `# Changelog\n\n## Unreleased\n\nMore.\n${text}`);
		const { status, output } = await check('v9.9.9', 'somebody/a-fork');
		expect(status).toBe(1);
		for (const sentence of [
			'v9.9.9 cannot be published.',
			`package.json has the version ${version}.`,
			'package-lock.json has the version 0.0.9.',
			'The newest entry of CHANGELOG.md is Unreleased.',
			'The author in package.json is a placeholder',
			'and this is somebody/a-fork: npm refuses that.',
		]) {
			expect(output).toContain(sentence);
		}
	});
});
