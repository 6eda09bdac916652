import * as ts from 'typescript';

import { filesBelow, read } from './files';

/* Where the files of nodes/ may look: see the map in CONTRIBUTING.md. */

type Edge = readonly [from: string, to: string];

const sources = ['nodes', 'credentials', 'sandbox'].flatMap((folder) =>
	filesBelow(folder).filter((path) => path.endsWith('.ts')),
);

/** The imports of files, type imports included. */
function importsIn(files: string[]): Edge[] {
	return files.flatMap((path) =>
		ts
			.preProcessFile(read(path))
			.importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
			.map(({ fileName }) => {
				const target = new URL(fileName, `file:///${path}`).pathname.slice(1);
				const found = [`${target}.ts`, `${target}/index.ts`].find((file) => files.includes(file));
				return [path, found ?? target] as const;
			}),
	);
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

const betweenFolders = (edges: Edge[]): Edge[] =>
	edges
		.map(([from, to]) => [folderOf(from), folderOf(to)] as const)
		.filter(([from, to]) => from !== to);

/** What is left when everything that imports nothing of the rest is taken away, again and again. */
function cycleIn(edges: Edge[]): string[] {
	let left = edges.filter(([from, to]) => from !== to);
	for (let before = Infinity; left.length < before; ) {
		before = left.length;
		const importing = new Set(left.map(([from]) => from));
		const imported = new Set(left.map(([, to]) => to));
		left = left.filter(([from, to]) => importing.has(to) && imported.has(from));
	}
	return [...new Set(left.map(([from, to]) => `${from} imports ${to}`))];
}

test('no file, and no folder of nodes/, imports itself by way of others', () => {
	const edges = importsIn(sources);
	expect(edges.length).toBeGreaterThan(200);
	expect(cycleIn(edges)).toEqual([]);
	const inNodes = edges.filter(([from]) => from.startsWith('nodes/'));
	expect(cycleIn(betweenFolders(inNodes))).toEqual([]);
});

test('dependencies point one way', () => {
	const layers = [
		/^nodes\/n8n\//,
		/^nodes\/phone\//,
		/^nodes\/service\//,
		/^nodes\/form\//,
		/^(?:nodes\/(?:create|outcome|report)\/|nodes\/[^/]+$|credentials\/)/,
		/^nodes\/(?:VoiceAssistantCalls|VoiceAssistantCallsTrigger)\//,
	];
	const layerOf = (path: string) => layers.findIndex((layer) => layer.test(path));
	const edges = importsIn(sources.filter((path) => !path.startsWith('sandbox/')));
	expect(edges.filter(([from]) => layerOf(from) < 0)).toEqual([]);
	expect(edges.filter(([from, to]) => layerOf(to) > layerOf(from))).toEqual([]);
	const ofSandbox = importsIn(sources).filter(([from]) => from.startsWith('sandbox/'));
	expect(ofSandbox.filter(([, to]) => !to.startsWith('sandbox/'))).toEqual([]);
});
