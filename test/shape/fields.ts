import type { INodeProperties } from 'n8n-workflow';

/** A field, a choice of a list, or a group of a fixed collection: of these, fields alone have a type. */
type Part = INodeProperties & { action?: string; values?: INodeProperties[] };

/**
 * Everything in a form, what is inside collections included.
 *
 * @returns each with its path: a field in a collection is `collection.name`
 */
export function* partsOf(list: readonly object[] = [], path = ''): Generator<[string, Part]> {
	for (const part of list as Part[]) {
		const own = `${path}${part.name}`;
		yield [own, part];
		yield* partsOf(part.options, `${own}.`);
		// Groups have no name in the path.
		yield* partsOf(part.values, path);
	}
}

/** The fields of a form, those inside collections included. */
export const fieldsOf = (list: INodeProperties[]): Part[] =>
	[...partsOf(list)].flatMap(([, part]) => (part.type === undefined ? [] : [part]));
