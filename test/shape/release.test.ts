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

	test('are these, with these jobs', () => {
		expect(all.map((file) => [file.name, Object.keys(file.jobs)])).toEqual([
			['check.yml', ['everything', 'oldest-node', 'docker']],
			['ci.yml', ['check']],
			['newest-n8n.yml', ['npm', 'image']],
			['publish.yml', ['tag', 'check', 'publish']],
		]);
	});

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

	test('keep what the end-to-end suite leaves where it failed', () => {
		const suites = steps.filter(({ run = '' }) => ['.ci/run', 'npm run test:e2e'].includes(run));
		const kept = steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
		expect(suites).toHaveLength(3);
		expect(kept).toHaveLength(3);
		kept.forEach((step, index) => {
			expect(step.if).toBe('failure()');
			expect(step.with?.path).toBe(suites[index].env?.E2E_ARTIFACTS);
		});
	});

	test('check a change and a release by the same jobs', () => {
		const uses = jobs.flatMap((job) => job.uses ?? []);
		expect(uses).toEqual(['./.github/workflows/check.yml', './.github/workflows/check.yml']);
		expect(workflow('check.yml').on).toHaveProperty('workflow_call');
		expect(workflow('check.yml').jobs.everything.steps?.map(({ run }) => run)).toContain('.ci/run');
	});

	test('run each day with the newest n8n, from npm and as the official image', () => {
		const newest = workflow('newest-n8n.yml');
		expect(newest.on).toMatchObject({ schedule: [{ cron: expect.stringMatching(/ \* \* \*$/) }] });
		const images = Object.values(newest.jobs).map(({ steps: own = [] }) =>
			own.flatMap(({ env }) => env?.N8N_IMAGE ?? []),
		);
		expect(images).toEqual([[], ['n8nio/n8n:latest']]);
	});

	test('publish a version tag after everything has passed, with provenance', () => {
		const { on, concurrency, jobs: own } = workflow('publish.yml');
		expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
		expect(concurrency?.['cancel-in-progress']).toBe(false);
		const commands = (job: string) => own[job].steps?.flatMap(({ run }) => run ?? []);
		expect(commands('tag')).toEqual(['npm run release:check -- "$GITHUB_REF_NAME"']);
		expect(own.check).toMatchObject({ needs: 'tag', uses: './.github/workflows/check.yml' });
		expect(own.publish).toMatchObject({ needs: 'check', environment: 'npm' });
		expect(commands('publish')).toEqual([
			'npm ci --ignore-scripts',
			'npm run release',
			'npm run release:checksum',
		]);
		// Publishes with provenance where GITHUB_ACTIONS is set.
		expect(scripts.release).toBe('n8n-node release');
		expect(scripts.prepublishOnly).toBe('n8n-node prerelease');
	});

	test('name no registry, so that it is that of npm', () => {
		const addresses = names.flatMap((name) => [
			...read(`.github/workflows/${name}`).matchAll(/https?:\/\/[^\s'"]+/g),
		]);
		expect(addresses.map(([address]) => address)).toEqual([]);
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
		['no tag', '', () => {}, 'The tag "" is not of the form v1.2.3.'],
		['a tag without v', version, () => {}, `The tag "${version}" is not of the form v1.2.3.`],
		[
			'a version that is not final',
			'v0.1.0-rc.1',
			changing('package.json', `"version": "${version}"`, '"version": "0.1.0-rc.1"'),
			'The tag "v0.1.0-rc.1" is not of the form v1.2.3.',
		],
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
			'an empty entry in the changelog',
			`v${version}`,
			changing('CHANGELOG.md', /^(## .*\n)[^]*$/m, '$1'),
			`The entry ${version} of CHANGELOG.md says nothing.`,
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

		const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
		const [, own] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];
		expect(check(`v${version}`, () => {}, own).status).toBe(0);
	});
});
