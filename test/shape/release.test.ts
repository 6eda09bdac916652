import { exists, filesBelow, read } from './files';
import { copyOf, runScript } from './process';
import { workflow } from './workflows';

const { scripts, version } = JSON.parse(read('package.json')) as {
	scripts: Record<string, string>;
	version: string;
};

describe('the workflows of GitHub', () => {
	const names = filesBelow('.github/workflows').map((path) => path.split('/').pop() as string);
	const all = names.map((name) => ({ ...workflow(name), name }));
	const jobs = all.flatMap((file) => Object.values(file.jobs));
	const steps = jobs.flatMap((job) => job.steps ?? []);

	test('pin every action to a commit, and name its version', () => {
		const uses = steps.flatMap((step) => step.uses ?? []);
		expect(uses.length).toBeGreaterThan(5);
		for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
		const lines = names.flatMap((name) => read(`.github/workflows/${name}`).split('\n'));
		const named = lines.filter((line) => /uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
		expect(named).toHaveLength(uses.length);
	});

	test('run only what exists', () => {
		const lines = steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);
		const isThere = (line: string) => {
			const [, script] = /^npm (?:run )?([\w:]+)/.exec(line) ?? [];
			if (script === undefined) return exists(line) || line === 'docker pull n8nio/n8n:latest';
			return script === 'ci' || script in scripts;
		};
		expect(lines.length).toBeGreaterThan(4);
		expect(lines.filter((line) => !isThere(line))).toEqual([]);
	});

	test('put no text of others into a command', () => {
		// A name of a branch or a title may hold any command; as a variable of the shell it is a text.
		for (const { run = '' } of steps) expect(run).not.toContain('${{');
	});

	test('may read, and only the job that publishes may say who it is', () => {
		for (const file of all) {
			expect(file.permissions).toEqual({ contents: 'read' });
			for (const [name, job] of Object.entries(file.jobs)) {
				const wanted = { contents: 'read', 'id-token': 'write' };
				expect([name, job.permissions]).toEqual([name, name === 'publish' ? wanted : undefined]);
			}
		}
	});
});

describe('a tag', () => {
	const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
	type Copy = ReturnType<typeof copyOf>;
	const check = (tag: string, change: (copy: Copy) => void = () => {}, repository = '') => {
		const copy = copyOf(FILES);
		try {
			// The author is the owner's to enter.
			copy.change('package.json', (text) => text.replace(/@[\w-]+\.example"/, '@company.com"'));
			change(copy);
			return runScript('scripts/release-check.mjs', [tag, copy.folder], {
				GITHUB_REPOSITORY: repository,
			});
		} finally {
			copy.remove();
		}
	};
	const changing = (path: string, from: RegExp | string, to: string) => (copy: Copy) =>
		copy.change(path, (text) => {
			const changed = text.replace(from, to);
			if (changed === text) throw new Error(`${path} holds no ${String(from)}`);
			return changed;
		});

	test('is published where tag, version and the newest entry of the changelog agree', () => {
		expect(check(`v${version}`)).toMatchObject({
			status: 0,
			output: `v${version} can be published.\n`,
		});
	});

	test.each<[string, string, (copy: Copy) => void, string]>([
		['another version', 'v9.9.9', () => {}, `package.json has the version ${version}.`],
		[
			'a lock file of another version',
			`v${version}`,
			changing('package-lock.json', `"version": "${version}"`, '"version": "0.0.9"'),
			'package-lock.json has the version 0.0.9.',
		],
		[
			'no entry in the changelog',
			`v${version}`,
			changing('CHANGELOG.md', /^## .*$/m, ''),
			'The newest entry of CHANGELOG.md is missing.',
		],
		[
			'a newer entry in the changelog',
			`v${version}`,
			changing('CHANGELOG.md', '# Changelog\n', '# Changelog\n\n## Unreleased\n\nMore.\n'),
			'The newest entry of CHANGELOG.md is Unreleased.',
		],
		[
			'an author that is a placeholder',
			`v${version}`,
			changing('package.json', /@company\.com"/, '@somewhere.example"'),
			'The author in package.json is a placeholder',
		],
	])('is refused with %s', (_, tag, change, sentence) => {
		const { status, output } = check(tag, change);
		expect(output).toContain(`${tag} cannot be published.`);
		expect(output).toContain(sentence);
		expect(status).toBe(1);
	});

	test('is refused in a repository other than the one that package.json names', () => {
		const { status, output } = check(`v${version}`, () => {}, 'somebody/a-fork');
		expect(output).toContain('and this is somebody/a-fork: npm refuses that.');
		expect(status).toBe(1);
	});
});
