import { VoiceAssistantCalls, VoiceAssistantCallsTrigger } from '../support/built';
import { exists, filesBelow, read } from './files';
import { problemsOfParameters } from './parameters';

interface Node {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	webhookId?: string;
}
interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	pinData?: object;
	meta?: object;
}

const folder = 'examples/workflows';
const files = filesBelow(folder);
const templates = files.map((path) => ({
	path,
	text: read(path),
	slug: path.slice(folder.length + 1, -'.json'.length),
	workflow: JSON.parse(read(path)) as Workflow,
}));
const isNote = ({ type }: Node) => type === 'n8n-nodes-base.stickyNote';
const isTrigger = ({ type }: Node) => type.endsWith('Trigger');
const isOurs = ({ type }: Node) => type.startsWith('n8n-nodes-voice-assistant-calls.');
/** What n8n adds to the description of a node that an AI agent uses as a tool, and to that of a poller. */
const added = ['descriptionType', 'toolDescription', 'pollTimes'].map((name) => ({
	displayName: name,
	name,
	type: 'json' as const,
	default: '',
}));
/** The color of a note that warns, as the page about the templates explains it. */
const RED = 3;
/** What n8n 2.41 leaves to a workflow on a screen of 1280 by 800. Pixels. */
const CANVAS = { width: 1032, height: 582 };
/** From this zoom on, the 14 pixels of a note are 9.5 or more. */
const READABLE = 0.68;

describe.each(templates)('$slug', ({ text, workflow }) => {
	const { nodes, connections } = workflow;

	test('has names, nodes, connections and references that belong together', () => {
		expect(workflow.name).toMatch(/^[A-Z]/);
		expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const names = nodes.filter((node) => !isNote(node)).map(({ name }) => name);
		const links = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		const linked = links.flatMap((link) => link?.node ?? []);
		const connected = new Set([...Object.keys(connections), ...linked]);
		expect([...connected].sort()).toEqual(names.sort());
		const referred = [...text.matchAll(/\$\('((?:[^'\\]|\\.)+)'\)/g)].map(([, name]) => name);
		expect(referred.filter((name) => !names.includes(name))).toEqual([]);
	});

	// n8n 2.41 starts a trigger of an app before a manual one and a schedule, wherever they stand.
	test('has one trigger that "Execute workflow" starts', () => {
		const started = nodes.filter(isTrigger);
		const isFirst = ({ type }: Node) => type === 'n8n-nodes-base.formTrigger';
		expect(started.length === 1 || started.some(isFirst)).toBe(true);
	});

	test('holds nothing of the n8n that it was made in', () => {
		const known = ['name', 'nodes', 'connections', 'settings', 'pinData', 'meta'];
		expect(Object.keys(workflow).filter((key) => !known.includes(key))).toEqual([]);
		expect(workflow.pinData ?? {}).toEqual({});
		expect(Object.keys(workflow.meta ?? {})).toEqual(
			workflow.meta ? ['templateCredsSetupCompleted'] : [],
		);
		expect(text).not.toMatch(/"(?:credentials|instanceId|versionId|cachedResultName)"/);
		const ids = nodes.flatMap(({ webhookId }) => webhookId ?? []);
		for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
	});

	test('calls nobody but made-up numbers, and writes to nobody but made-up addresses', () => {
		// NPA-555-0100 to 0199, and example.com and the like (RFC 2606), are kept free for this.
		const numbers = [...text.matchAll(/\+[\d\s().-]{7,}\d/g)].map(([number]) =>
			number.replace(/[^+\d]/g, ''),
		);
		expect(numbers.filter((number) => !/^\+1[2-9]\d\d55501\d\d$/.test(number))).toEqual([]);
		const hosts = [...text.matchAll(/[\w.]@([\w-]+(?:\.[\w-]+)+)|https?:\/\/([^/\s"'\\]+)/g)].map(
			([, mail, web]) => mail ?? web,
		);
		const isMadeUp = (host: string) => /(^|\.)(example\.(com|org|net)|[\w-]+\.example)$/.test(host);
		expect(hosts.filter((host) => !isMadeUp(host) && !/(^|\.)n8n\.io$/.test(host))).toEqual([]);
	});

	test('uses this node with parameters that it has', () => {
		const ours = nodes.filter(isOurs);
		expect(ours.length).toBeGreaterThan(0);
		for (const node of ours) {
			const { name, typeVersion } = node;
			const Type = isTrigger(node) ? VoiceAssistantCallsTrigger : VoiceAssistantCalls;
			const { description } = new Type();
			description.properties.push(...added);
			expect(typeVersion).toBe(description.version);
			expect([name, problemsOfParameters(description, node)]).toEqual([name, []]);
		}
	});

	test('warns of real calls on a red note; its notes cover nothing, and it fits on a screen', () => {
		const places = nodes.filter((node) => isOurs(node) && node.parameters.operation === 'create');
		const red = nodes.filter((node) => isNote(node) && node.parameters.color === RED);
		expect(red.length).toBe(places.length > 0 ? 1 : 0);
		for (const { parameters } of red) expect(parameters.content).toMatch(/real (person|people)/);
		const boxes = nodes.map((node) => {
			const [left, top] = node.position;
			// A node is drawn 96 by 96, with its name in one or two lines below.
			const size = isNote(node) ? node.parameters : { width: 96, height: 130 };
			const { width, height } = size as { width: number; height: number };
			return { name: node.name, left, top, right: left + width, bottom: top + height };
		});
		const overlaps = boxes.flatMap((a, index) =>
			boxes
				.slice(index + 1)
				.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
				.map((b) => `${a.name} and ${b.name}`),
		);
		expect(overlaps).toEqual([]);
		const span = (from: 'left' | 'top', to: 'right' | 'bottom') =>
			Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
		expect(CANVAS.width / span('left', 'right')).toBeGreaterThan(READABLE);
		expect(CANVAS.height / span('top', 'bottom')).toBeGreaterThan(READABLE);
	});
});

/** The first example has no page of its own: it is the one that `npm start` opens. */
const withPage = templates.filter(({ slug }) => slug !== 'place-a-call-and-read-it-back');

test.each(withPage)(
	'$slug has a page with its picture, which names the nodes to set up, and stands in the README',
	({ slug, workflow }) => {
		const page = read(`docs/templates/${slug}.md`);
		expect(page).toContain(`# Template: ${workflow.name}\n`);
		const bold = [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
		const toSetUp = workflow.nodes.filter(isOurs).map(({ name }) => name);
		expect(toSetUp.filter((name) => !bold.includes(name))).toEqual([]);
		const picture = `.github/images/template-${slug}.png`;
		expect(page).toContain(`](../../examples/workflows/${slug}.json)`);
		expect(page).toContain(`](../../${picture})`);
		expect(exists(picture)).toBe(true);
		expect(read('README.md')).toContain(`](docs/templates/${slug}.md)`);
	},
);
