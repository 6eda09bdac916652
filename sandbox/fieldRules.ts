import type { Invalid } from './apiResponse';

/** For each field the values that it takes: in words, and as a check. */
export type FieldRules<Fields> = Readonly<
	Record<keyof Fields, readonly [words: string, isValid: (value: unknown) => boolean]>
>;

/** Checks fields that somebody sent. None is required. */
export function checkFields<Fields>(
	fields: Readonly<Record<string, unknown>>,
	rules: FieldRules<Fields>,
): Partial<Fields> | Invalid {
	for (const [name, value] of Object.entries(fields)) {
		if (!Object.hasOwn(rules, name)) {
			const names = Object.keys(rules).join(', ');
			return { problem: `"${name}" is not known. Use ${names}.` };
		}
		const [words, isValid] = rules[name as keyof Fields];
		if (!isValid(value)) return { problem: `"${name}" must be ${words}.` };
	}
	return fields as Partial<Fields>;
}
