import { exists, filesBelow, read } from './files';
import { yaml } from './workflows';

interface Form {
	name: string;
	description: string;
	body: Array<{ id?: string; type: string; validations?: { required: boolean } }>;
}

const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
const folder = '.github/ISSUE_TEMPLATE';
const forms = filesBelow(folder)
	.filter((path) => !path.endsWith('config.yml'))
	.map((path) => ({ path, ...yaml<Form>(path) }));

describe('the issue forms', () => {
	test('can be shown: a form without one of these is left out by GitHub', () => {
		expect(forms).toHaveLength(2);
		for (const { name, description, body } of forms) {
			expect([name, description].filter(Boolean)).toHaveLength(2);
			const ids = body.flatMap(({ id }) => id ?? []);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.length).toBeGreaterThan(0);
		}
	});

	test('warn against personal data before anything else', () => {
		for (const { path, body } of forms) {
			expect(body[0].type).toBe('markdown');
			expect(read(path)).toContain('paste phone numbers, API keys');
		}
	});

	test('ask for what decides how calls are placed', () => {
		const bug = forms.find(({ path }) => path.endsWith('bug.yml'));
		const required = bug?.body.filter(({ validations }) => validations?.required);
		expect(required?.map(({ id }) => id)).toEqual([
			...['what', 'steps', 'package-version', 'n8n-version', 'installation', 'mode'],
			...['on-error', 'retry-on-fail'],
		]);
	});
});

test('addresses below .github lead to the repository that package.json names', () => {
	const [, own] = /(github\.com\/.+)\.git$/.exec(repository.url) ?? [];
	const texts = filesBelow('.github')
		.filter((path) => /\.(yml|md)$/.test(path))
		.map(read);
	const named = texts.flatMap((text) => text.match(/github\.com\/[\w-]+\/[\w-]+/g) ?? []);
	expect(new Set(named)).toEqual(new Set([own]));
});

test('Dependabot looks after every manifest, and after the actions', () => {
	interface Update {
		'package-ecosystem': string;
		directory?: string;
		directories?: string[];
	}
	const { updates } = yaml<{ updates: Update[] }>('.github/dependabot.yml');
	const of = (ecosystem: string) =>
		updates
			.filter((update) => update['package-ecosystem'] === ecosystem)
			.flatMap(({ directory, directories = [] }) => directory ?? directories);
	expect(of('npm')).toEqual(['/', '/test/e2e', '/test/compat/*']);
	expect(of('github-actions')).toEqual(['/']);
	for (const path of of('npm')) {
		expect(exists(`.${path.replace('*', '2.0.2')}/package-lock.json`)).toBe(true);
	}
});
