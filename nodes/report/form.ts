import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dateRangeFields } from '../form/dateRangeFields';
import { filtersField } from '../form/filterFields';
import { pageSizeOption, readPageSize } from '../form/fields';
import { readChoice, readKeywords, readNumber, readSwitch, wrongOption } from '../form/readers';
import type { TimeRange } from '../service/calls';
import { LANGUAGES } from './words';

const displayOptions = { show: { resource: ['call'], operation: ['getReport'] } };

/** Each of them is kept while the calls are counted. */
const MAX_LISTED = 1000;

/** The form of Call: Get Report. */
export const getReportFields: INodeProperties[] = [
	...dateRangeFields(displayOptions, 'yesterday', 'Count'),
	filtersField(displayOptions),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Callback Keywords',
				name: 'callbackKeywords',
				type: 'string',
				default: 'Callback',
				placeholder: 'e.g. Callback, Appointment',
				description:
					'A call with one of these keywords is a callback to make until its status is archive. Separate them with commas. Upper and lower case are the same.',
			},
			{
				displayName: 'Comparison',
				name: 'compareWithPrevious',
				type: 'options',
				options: [
					{ name: 'None', value: false },
					{ name: 'Previous Period', value: true },
				],
				default: true,
				description: 'The period to compare with',
			},
			{
				displayName: 'Language',
				name: 'language',
				type: 'options',
				options: [
					{ name: 'Dutch', value: 'nl' },
					{ name: 'English', value: 'en' },
					{ name: 'French', value: 'fr' },
					{ name: 'German', value: 'de' },
				],
				default: 'en',
				description: 'The language of the subject, the text and the HTML',
			},
			{
				displayName: 'Listed Callbacks',
				name: 'listedCallbacks',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MAX_LISTED },
				default: 40,
				description:
					'Max number of callbacks to list, the earliest first. All of them are counted.',
			},
			pageSizeOption,
		],
	},
];

/**
 * @returns the options of a report, with the defaults of those that were not added
 * @throws UserError if an option has a value that it cannot have
 */
export function readReportOptions(options: IDataObject) {
	const {
		callbackKeywords = 'Callback',
		compareWithPrevious = true,
		language = 'en',
		listedCallbacks = 40,
		pageSize,
	} = options;
	return {
		/** As `foldKeyword` writes them. */
		callbackKeywords: readKeywords(callbackKeywords, 'Callback Keywords'),
		comparesWithPrevious: readSwitch(compareWithPrevious, 'Comparison'),
		language: readChoice(language, 'Language', LANGUAGES),
		listedCallbacks: readListed(listedCallbacks),
		pageSize: readPageSize(pageSize),
	};
}

/** What is reported. */
export interface ReportRequest extends ReturnType<typeof readReportOptions> {
	/** The path of Calls List. */
	path: string;
	/** `<Field>:<operator>:<value>` each; see filters.ts. */
	filters: string[];
	range: TimeRange;
	/** The workflow's time zone, an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

function readListed(value: unknown): number {
	const advice = `Enter a whole number from 0 to ${MAX_LISTED.toLocaleString('en')}.`;
	const number = readNumber(value, 'Listed Callbacks', advice);
	if (Number.isInteger(number) && number <= MAX_LISTED) return number;
	throw wrongOption(value, 'Listed Callbacks', advice);
}
