import { read } from './files';
import { copyOf, runScript } from './process';

const { version } = JSON.parse(read('package.json')) as { version: string };

describe('a tag', () => {
	const copy = copyOf(['package.json', 'package-lock.json', 'CHANGELOG.md']);
	afterAll(() => copy.remove());
	const check = (tag: string, repository = '') =>
		runScript('scripts/release-check.mjs', [tag, copy.folder], { GITHUB_REPOSITORY: repository });

	test('is published where tag, version and the newest entry of the changelog agree', () => {
		// The author is the owner's to enter.
		copy.change('package.json', (text) => text.replace(/@[\w-]+\.example"/, '@company.com"'));
		const output = `v${version} can be published.\n`;
		expect(check(`v${version}`)).toMatchObject({ status: 0, output });
	});

	test('is refused with all that is wrong', () => {
		copy.change('package.json', (text) => text.replace('@company.com"', '@somewhere.example"'));
		copy.change('package-lock.json', (text) => text.replace(`"${version}"`, '"0.0.9"'));
		copy.change('CHANGELOG.md', (text) => `# Changelog\n\n## Unreleased\n\nMore.\n${text}`);
		const { status, output } = check('v9.9.9', 'somebody/a-fork');
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
