import { NUMBERING_PLANS, type NumberingPlan } from '../../nodes/phone/plans';
import {
	COUNTRY_CODES,
	EXAMPLES,
	numberKinds,
	regionData,
	regionsOf,
} from '../support/libphonenumber';

/*
 * What the node knows of each country is compared with all that libphonenumber knows of all regions.
 * A newer release that fails here names the country whose numbers have changed.
 */

const planOf = (code: string): NumberingPlan => {
	const plan = NUMBERING_PLANS.get(code);
	if (!plan) throw new Error(`No numbering plan of ${code}`);
	return plan;
};

const sorted = (lengths: number[]) => [...new Set(lengths)].sort((one, other) => one - other);
const possible = (code: string) => (length: number) => code.length + length <= 15;

/** The lengths of numbers of some kinds, without those that lack the area code. */
function lengthsOf(code: string, kinds: string[]): number[] {
	const regions = regionData(code);
	const local = regions.flatMap((region) =>
		[region.getGeneralDesc(), ...numberKinds(region).map(([, kind]) => kind)].flatMap((kind) =>
			kind.possibleLengthLocalOnlyArray(),
		),
	);
	const all = regions.flatMap((region) =>
		numberKinds(region)
			.filter(([name]) => kinds.includes(name))
			// No lengths of its own: those of all numbers of the region.
			.map(([, kind]) => kind.possibleLengthArray())
			.flatMap((own) => (own.length > 0 ? own : region.getGeneralDesc().possibleLengthArray())),
	);
	return sorted(all.filter((length) => !local.includes(length)).filter(possible(code)));
}

const usualLengths = (code: string) => lengthsOf(code, ['FixedLine', 'Mobile']);

const exampleLengths = (code: string) =>
	regionData(code)
		.flatMap((region) =>
			numberKinds(region).map(([, kind]) => kind.getExampleNumber()?.length ?? 0),
		)
		.filter((length) => length > 0 && possible(code)(length))
		// Those of Canada without an area code cannot be dialed from elsewhere.
		.filter((length) => code !== '1' || length === 10);

describe('the numbering plans', () => {
	it('are those of all country codes', () => {
		expect([...NUMBERING_PLANS.keys()].sort()).toEqual([...COUNTRY_CODES].sort());
		expect(COUNTRY_CODES.length).toBeGreaterThan(210);
	});

	it.each(COUNTRY_CODES)('know how long the numbers of +%s are', (code) => {
		expect(planOf(code).usualLengths).toEqual(usualLengths(code));
		expect(sorted(planOf(code).lengths)).toEqual(
			sorted([...usualLengths(code), ...exampleLengths(code)]),
		);
	});

	it('know where some numbers are longer, and the trunk prefixes', () => {
		const isLonger = (code: string) => {
			const all = regionData(code).flatMap((data) => data.getGeneralDesc().possibleLengthArray());
			return all.some(
				(length) => possible(code)(length) && length > Math.max(...planOf(code).lengths),
			);
		};
		expect(COUNTRY_CODES.filter((code) => planOf(code).hasLongerNumbers)).toEqual(
			COUNTRY_CODES.filter(isLonger),
		);
		const prefixes = COUNTRY_CODES.map((code) => [
			...new Set(regionData(code).map((region) => region.getNationalPrefix() ?? '')),
		]);
		// Belarus: 8 out of town, and 0 before the area code.
		const known = COUNTRY_CODES.map((code) => (code === '375' ? '8' : planOf(code).trunkPrefix));
		expect(prefixes).toEqual(known.map((prefix) => [prefix]));
	});

	const COUNTRIES = COUNTRY_CODES.filter((code) => regionsOf(code).length > 0);
	const isConvertible = (code: string) => planOf(code).lengthsWithPrefix.length > 0;

	it.each(COUNTRIES.filter(isConvertible))(
		'know which numbers of +%s are whole without a trunk prefix',
		(code) => {
			const { trunkPrefix, lengthsWithoutPrefix } = planOf(code);
			const usual = usualLengths(code);
			const longestFixed = Math.max(...lengthsOf(code, ['FixedLine']));
			const examples = EXAMPLES.filter(
				(example) => example.code === code && ['FixedLine', 'Mobile'].includes(example.kind),
			);
			const isUnusual = examples.every(
				({ e164, national }) => national.replace(/\D/g, '') === e164.slice(code.length + 1),
			);
			expect(lengthsWithoutPrefix).toEqual(
				trunkPrefix === '' || usual.length === 1 || isUnusual
					? usual
					: usual.filter((length) => length > longestFixed),
			);
		},
	);

	it('let no example number begin with 0 elsewhere, and know which codes belong to no country', () => {
		const withZero = EXAMPLES.filter(({ code, e164 }) => e164.charAt(code.length + 1) === '0');
		expect(withZero.filter(({ code }) => !planOf(code).maybeZeroFirst)).toEqual([]);
		expect(withZero.length).toBeGreaterThan(15);
		expect(COUNTRY_CODES.filter((code) => planOf(code).isOfCountry)).toEqual(COUNTRIES);
	});

	it('convert no national numbers where a carrier may follow the prefix, 15 becomes 9, or regions differ', () => {
		const rewriting = COUNTRY_CODES.filter((code) =>
			regionData(code).some((region) => {
				const rule = region.getNationalPrefixForParsing() ?? '';
				return /^(?:0\??|\(\?:0\|90\))\(/.test(rule);
			}),
		);
		const differentLengths = COUNTRY_CODES.filter((code) => {
			const longest = regionData(code).map((region) =>
				Math.max(...region.getGeneralDesc().possibleLengthArray()),
			);
			return new Set(longest).size > 1;
		});
		const ambiguous = COUNTRIES.filter((code) => !isConvertible(code));
		expect(ambiguous.filter((code) => planOf(code).lengthsWithoutPrefix.length > 0)).toEqual([
			'55',
		]);
		expect(ambiguous).toEqual(
			// The carriers of Korea and Bolivia begin like no number there, and those of Gabon are no
			// carriers: a 0 that older numbers have twice.
			COUNTRY_CODES.filter(
				(code) =>
					(rewriting.includes(code) && !['82', '241', '591'].includes(code)) ||
					differentLengths.includes(code),
			),
		);
		expect(differentLengths).toEqual(['290', '599']);
		expect(rewriting).toEqual(['54', '55', '57', '82', '241', '591']);
	});
});
