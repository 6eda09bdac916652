import * as fc from 'fast-check';

/** What cannot be written as text: `String()` fails for it. JSON can have such fields. */
const withoutText = fc.oneof(
	fc.record({ toString: fc.jsonValue({ maxDepth: 1 }) }),
	fc.constant(Object.create(null) as object),
);

/** Whatever an expression may return: nothing, values of the wrong type, lists of them, and worse. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(undefined, null, '', ' ', 0, -0, NaN, Infinity, true, false, [], {}),
	fc.anything({
		maxDepth: 2,
		withBigInt: true,
		withDate: true,
		withMap: true,
		withNullPrototype: true,
		withSparseArray: true,
	}),
	withoutText,
	fc.array(fc.oneof(withoutText, fc.anything({ maxDepth: 1 }), fc.string()), { maxLength: 3 }),
);
