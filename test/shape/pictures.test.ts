import { filesBelow, read } from './files';

test('every picture is shown on a page', () => {
	const pages = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))];
	const text = pages.map(read).join('\n');
	const pictures = filesBelow('.github/images');
	expect(pictures.length).toBeGreaterThan(10);
	expect(pictures.filter((path) => !text.includes(path))).toEqual([]);
});
