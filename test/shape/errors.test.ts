import * as ts from 'typescript';

import { filesBelow, read } from './files';

/* docs/errors.md names every title that a person may read. */

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
	ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A text as a person reads it, with "…" where a value stands. */
function shown(node: ts.StringLiteralLike | ts.TemplateExpression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The texts in an expression, those of both branches of a condition included. */
function textsIn(node: ts.Node): string[] {
	if (isText(node)) return [shown(node)];
	if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsIn);
	return [];
}

/** Whether the node is the beginning of an error: an argument or a property that becomes its title. */
function titleOf(node: ts.Node): ts.Node | undefined {
	if (ts.isNewExpression(node) && node.expression.getText() === 'UserError') {
		return node.arguments?.[0];
	}
	if (ts.isPropertyAssignment(node) && ['problem', 'title'].includes(node.name.getText())) {
		return node.initializer;
	}
	if (ts.isCallExpression(node) && node.expression.getText() === 'phoneNumberError') {
		return node.arguments[1];
	}
	return undefined;
}

function titlesIn(path: string): string[] {
	const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const title = titleOf(node);
		if (title) found.push(...textsIn(title));
		const isReason =
			path.endsWith('networkFailure.ts') &&
			ts.isPropertyAssignment(node) &&
			node.name.getText() === 'reason';
		if (isReason) found.push(...textsIn(node.initializer));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const sources = filesBelow('nodes').filter((path) => path.endsWith('.ts'));
const titles = [...new Set(sources.flatMap(titlesIn))].filter(
	(title) => /\p{L}/u.test(title) && !title.endsWith('… …'),
);
const page = read('docs/errors.md');
const rows = [...page.matchAll(/^\| (.+?) +\| .+\|$/gm)]
	.map(([, cell]) => cell)
	.filter((cell) => !/^(-+|What you read)$/.test(cell));

test('names every title of an error', () => {
	expect(titles.length).toBeGreaterThan(90);
	const missing = titles.filter((title) => !rows.some((row) => row.includes(title)));
	expect(missing.map((title) => `Add a row to docs/errors.md: | ${title} | … |`)).toEqual([]);
});

test('names no title that is not there any more', () => {
	expect(rows.length).toBeGreaterThan(60);
	expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
	const left = rows.filter((row) => !titles.some((title) => row.includes(title)));
	expect(left.map((row) => `Remove from docs/errors.md: | ${row} | … |`)).toEqual([]);
});
