import { PhoneNumberFormat, PhoneNumberUtil, type PhoneNumber } from 'google-libphonenumber';

/** The part of libphonenumber's data that the tests look at; its types leave it out. */
interface NumberDescription {
	getNationalNumberPattern(): string | null;
	possibleLengthArray(): number[];
	possibleLengthLocalOnlyArray(): number[];
	getExampleNumber(): string | null;
}

interface RegionData {
	getGeneralDesc(): NumberDescription;
	getNationalPrefix(): string | null;
	getNationalPrefixForParsing(): string | null;
	getInternationalPrefix(): string | null;
}

interface WithData {
	getMetadataForRegion(region: string): RegionData & Record<string, () => NumberDescription | null>;
	getMetadataForNonGeographicalRegion(code: number): ReturnType<WithData['getMetadataForRegion']>;
	getRegionCodesForCountryCode(code: number): string[];
	getSupportedCallingCodes(): number[];
	getSupportedGlobalNetworkCallingCodes(): number[];
	getExampleNumberForNonGeoEntity(code: number): PhoneNumber;
}

const google = PhoneNumberUtil.getInstance();
const data = google as unknown as WithData;

/** The region that libphonenumber gives to codes that belong to no country. */
const NO_REGION = '001';

const REGIONS: string[] = google.getSupportedRegions();

/** The country codes, those of satellite phones and other services of no country included. */
export const COUNTRY_CODES: string[] = [...new Set(data.getSupportedCallingCodes())].map(String);

/** The kinds of numbers, in the order of libphonenumber's types (2 is "fixed line or mobile"). */
const KINDS = [
	'FixedLine',
	'Mobile',
	'',
	'TollFree',
	'PremiumRate',
	'SharedCost',
	'Voip',
	'PersonalNumber',
	'Pager',
	'Uan',
	'Voicemail',
];

/** PhoneNumberUtil.ValidationResult. */
const IS_POSSIBLE = 0;

export interface Example {
	region: string;
	code: string;
	/** FixedLine, Mobile, TollFree, …; unknown for numbers of no country. */
	kind: string;
	e164: string;
	international: string;
	national: string;
	rfc3966: string;
}

/**
 * The example numbers of libphonenumber: of all regions, and of all kinds that a region has; not those of Canada
 * without an area code, which cannot be dialed from elsewhere.
 */
export const EXAMPLES: Example[] = [
	...REGIONS.flatMap((region) =>
		KINDS.flatMap((kind, type) => {
			const number: PhoneNumber | null = google.getExampleNumberForType(region, type);
			const isWhole = number && google.isPossibleNumberWithReason(number) === IS_POSSIBLE;
			return kind && isWhole ? [exampleOf(region, kind, number)] : [];
		}),
	),
	...data
		.getSupportedGlobalNetworkCallingCodes()
		.map((code) => exampleOf(NO_REGION, 'unknown', data.getExampleNumberForNonGeoEntity(code))),
];

function exampleOf(region: string, kind: string, number: PhoneNumber): Example {
	return {
		region,
		code: String(number.getCountryCode()),
		kind,
		e164: google.format(number, PhoneNumberFormat.E164),
		international: google.format(number, PhoneNumberFormat.INTERNATIONAL),
		national: google.format(number, PhoneNumberFormat.NATIONAL),
		rfc3966: google.format(number, PhoneNumberFormat.RFC3966),
	};
}

export const regionsOf = (code: string): string[] =>
	data.getRegionCodesForCountryCode(Number(code)).filter((region) => region !== NO_REGION);

/** What libphonenumber knows of each region that shares a country code. */
export function regionData(code: string): RegionData[] {
	const regions = regionsOf(code);
	return regions.length > 0
		? regions.map((region) => data.getMetadataForRegion(region))
		: [data.getMetadataForNonGeographicalRegion(Number(code))];
}

/** The kinds of numbers that a region has, with their names. */
export function numberKinds(region: RegionData): Array<[string, NumberDescription]> {
	const getters = region as unknown as Record<string, () => NumberDescription | null>;
	return KINDS.filter(Boolean).flatMap((kind): Array<[string, NumberDescription]> => {
		const description = getters[`get${kind}`].call(region);
		// A kind that a region does not have is given the length -1.
		return description && description.possibleLengthArray()[0] !== -1 ? [[kind, description]] : [];
	});
}

/**
 * Reads a text as libphonenumber does: as E.164 without an extension, or undefined. It keeps the 1 in front of
 * numbers of Mexico and calls them too long: since 2019, they are dialed without it.
 *
 * @param region where a national number belongs; without it, only "+" is international
 */
export function readByGoogle(text: string, region?: string): string | undefined {
	try {
		const read = google.format(google.parse(text, region), PhoneNumberFormat.E164);
		return read.replace(/^\+521(?=\d{10}$)/, '+52');
	} catch {
		return undefined;
	}
}

/** Whether libphonenumber knows numbers like this one. */
export const isValid = (e164: string): boolean => google.isValidNumber(google.parse(e164));
