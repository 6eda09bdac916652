import { filesBelow, read } from './files';

const files = filesBelow('sandbox');

/** The files that a file imports, type imports included. */
const importsOf = (path: string) =>
	[...read(path).matchAll(/from '(\.[^']*)'/g)].map(([, target]) => {
		const found = new URL(target, `file:///${path}`).pathname.slice(1);
		return files.includes(`${found}.ts`) ? `${found}.ts` : `${found}/index.ts`;
	});

test('the sandbox is on its own: it imports nothing of the node', () => {
	const outside = files.flatMap(importsOf).filter((path) => !files.includes(path));
	expect(outside).toEqual([]);
});

test('no file of the sandbox imports itself by way of others', () => {
	const left = new Map(files.map((path) => [path, new Set(importsOf(path))]));
	// Takes away what imports nothing that is left; a circle stays.
	for (let before = Infinity; left.size < before; ) {
		before = left.size;
		for (const [path, imports] of left) {
			if (![...imports].some((target) => left.has(target))) left.delete(path);
		}
	}
	expect([...left.keys()]).toEqual([]);
});

test('every file of the sandbox has less than 200 lines', () => {
	expect(files.filter((path) => read(path).split('\n').length > 200)).toEqual([]);
});
