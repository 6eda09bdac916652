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

test('every file of the sandbox has less than 200 lines', () => {
	expect(files.filter((path) => read(path).split('\n').length > 200)).toEqual([]);
});
