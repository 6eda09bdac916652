import { HOST } from './scriptedClient';
import type { Refusal } from './userError';

/*
 * What users read, for the tests of the modules that say it and of those that pass it on. A sentence
 * that only one test file asserts stands there.
 */

const PREFIX = 'If the API expects a prefix such as "Bearer ", include it in \'API Key\'.';
const CORRECT = 'Correct what the service reports, then try again.';
const NOT_THE_API = "Check 'Base URL' in the credential. This does not look like the API.";

/** What is said of a status; of one that is not here as of 400 or 500. */
const REJECTIONS: Record<number, readonly [title: string, advice: string]> = {
	400: ['The service rejected the request', CORRECT],
	401: [
		'The service did not accept the API key',
		`Open the credential and check 'API Key', and 'Key Header' under 'Advanced'. ${PREFIX}`,
	],
	403: [
		'The API key is not allowed to do this',
		`Check what this API key is allowed to do in the service, or use another credential. ${PREFIX}`,
	],
	404: [
		'The service has nothing at this address',
		"Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path', which is appended to it.",
	],
	405: [
		'The service rejected the request',
		"Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path', which is appended to it.",
	],
	429: [
		'The service is receiving too many requests',
		'Wait a moment, then send fewer requests at once: use fewer items, or Loop Over Items with a Wait node.',
	],
	500: [
		'The service failed',
		"If this keeps happening, send the message above to the service's support.",
	],
};

/**
 * A response with a status of failure.
 *
 * @param words what the service says in the body
 */
export function rejection(status: number, words = ''): Refusal {
	const [title, advice] =
		REJECTIONS[status] ?? REJECTIONS[status < 500 && ![408, 499].includes(status) ? 400 : 500];
	return { message: `${title}${words && `: ${words}`} (${status})`, advice, status };
}

export function redirected(target: string, status: number): Refusal {
	return {
		message: `The service redirected the request to ${target} (${status})`,
		advice:
			"Enter the final address as 'Base URL' in the credential. The node doesn't follow redirects, because the API key would be sent along.",
		status,
	};
}

export function webPage(status: number, title = ''): Refusal {
	return {
		message: `The service returned a web page${title && ` titled "${title}"`} instead of data (${status})`,
		advice: NOT_THE_API,
		status,
	};
}

export function emptyResponse(status: number): Refusal {
	return {
		message: `The service sent an empty response (${status})`,
		advice: NOT_THE_API,
		status,
	};
}

/** @param beginning how the body begins */
export function notJson(status: number, beginning: string): Refusal {
	return {
		message: `The response is not valid JSON (${status}). It begins with: ${beginning}`,
		advice: `${NOT_THE_API} If it usually works, the response was cut off on the way.`,
		status,
	};
}

/** Why a request got no response. */
export type NetworkSentence =
	| 'certificate'
	| 'lost'
	| 'noConnection'
	| 'refused'
	| 'tooSlow'
	| 'unknownHost';

/** `option` is said only where the form has Request Options. */
const NETWORK: Record<NetworkSentence, { message: string; advice: string; option?: string }> = {
	certificate: {
		message: `The certificate of ${HOST} was not accepted`,
		advice: "Check 'Base URL' in the credential.",
		option: " If you use your own certificate, see 'Ignore SSL Issues' under 'Request Options'.",
	},
	lost: {
		message: 'The connection was lost before the response was complete',
		advice: `Check the network between this n8n and ${HOST}.`,
	},
	noConnection: {
		message: `The node could not connect to ${HOST}`,
		advice: "Check 'Base URL' in the credential and check the network of this n8n.",
	},
	refused: {
		message: `The connection to ${HOST} was refused`,
		advice: "Check 'Base URL' in the credential, and check whether the service is running.",
	},
	tooSlow: {
		message: 'The service did not respond in time',
		advice: '',
		option: " To wait longer, set 'Timeout' under 'Request Options'.",
	},
	unknownHost: {
		message: `The host ${HOST} was not found`,
		advice:
			"Check the spelling of 'Base URL' in the credential, and check the network of this n8n.",
	},
};

/**
 * @param code what the network calls it
 * @param hasRequestOptions whether the form has n8n's collection Request Options
 */
export function noResponse(
	kind: NetworkSentence,
	code: string,
	hasRequestOptions = false,
): Refusal {
	const { message, advice, option = '' } = NETWORK[kind];
	// Which of the codes a timeout has is chance.
	const technical = kind === 'tooSlow' ? '' : ` Technical reason: ${code}.`;
	const whole = `${advice}${hasRequestOptions ? option : ''}${technical}`;
	return { message, advice: whole.trim() };
}

export const NO_KEY: Refusal = {
	message: "'API Key' in the credential is empty",
	advice: 'Open the credential and enter the API key that you got from the service.',
};

export const KEY_CANNOT_BE_SENT: Refusal = {
	message: 'The API key contains a character that cannot be sent',
	advice:
		"Open the credential and enter 'API Key' again, as one line of unaccented letters, digits and punctuation.",
};

export const NO_URL: Refusal = {
	message: "'Base URL' in the credential is empty",
	advice: 'Open the credential and enter the URL of the API, for example https://api.example.com.',
};

/** @param written what stands in the field Base URL */
export function noUrl(written: string): Refusal {
	return {
		message: `'Base URL' in the credential must start with https://, but it is "${written}"`,
		advice:
			'Open the credential and enter the whole URL of the API, for example https://api.example.com.',
	};
}

/** @param origin scheme and host of the address */
export function notEncrypted(origin: string): Refusal {
	return {
		message: `'Base URL' in the credential must start with https://. The API key is not sent to ${origin} without encryption`,
		advice:
			'Correct it in the credential. http:// is accepted only for this machine and on private networks.',
	};
}

/** Before a request: the execution was cancelled meanwhile. */
export const CANCELLED: Refusal = {
	message: 'The execution was canceled',
	advice: 'Nothing more was sent.',
};

/** @param parameter under which name the cursor was sent */
export function cursorIgnored(parameter = 'cursor'): Refusal {
	return {
		message: 'The service ignored the cursor and sent the same page again',
		advice: `The cursor was sent as "${parameter}". Enter the name that the service expects as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.`,
	};
}

export const TOO_MANY_RECORDS: Refusal = {
	message: 'More than 100,000 records match',
	advice:
		"That is more than n8n can take from one item. For calls, narrow 'Date Range' or 'Filters'. For any list, turn off 'Return All' and set a lower 'Limit'. No partial list was returned.",
};

/** What Create says of a 429: it has options against it. */
export function rateLimited(words = ''): Refusal {
	const advice =
		"Wait a moment, then try again. For a list, add 'Pause Between Calls' and 'Wait When Rate Limited' under 'Options'.";
	return callNotPlaced({ ...rejection(429, words), advice });
}

/** What Create says of a status that its own path or header may explain. */
export function createRejection(status: number, address: string, words = ''): Refusal {
	const isKey = status === 401 || status === 403;
	const advice = isKey ? CREATE_KEY[status] : CREATE_PATH(address);
	return callNotPlaced({ ...rejection(status, words), advice });
}

const OTHER_HEADER =
	"If Get Many works with this credential, the key is right: choose another 'Key Header' under 'Advanced' in the credential.";

export const CREATE_KEY = {
	401: `${OTHER_HEADER} Otherwise, check 'API Key'. ${PREFIX}`,
	403: `${OTHER_HEADER} Or check what this API key is allowed to do in the service. ${PREFIX}`,
};

export const CREATE_PATH = (address: string) =>
	`Check 'Create Path' under 'Advanced' in the credential, and 'Base URL': calls are placed with POST ${address}.`;

/** A failure as it is told of a call, where it is certain that nobody was called. */
export function callNotPlaced({ message, ...rest }: Refusal): Refusal {
	return { ...rest, message: `The call was not placed. ${message}` };
}

/** A failure as it is told of a call that was sent. */
export function callUnconfirmed({ message, advice, ...rest }: Refusal): Refusal {
	const check =
		"Before you run this item again, check whether the call took place: in the service, or with Call > Get Many and a filter on 'Phone Number'.";
	return {
		...rest,
		message: `The call may have been placed: ${message[0].toLowerCase()}${message.slice(1)}`,
		advice: `${check} ${advice}`.trim(),
	};
}

/** How to go on with a list of which some were called. */
export const START_AFTER_THEM =
	"If you run the workflow again, it starts with the first item. Remove the items that were called, or add 'Skip If Called Within' under 'Options'.";

/** @param shown what stands in the place of a row of a fixed collection */
export function noRow(field: string, shown: string): Refusal {
	return {
		message: `A row of '${field}' is ${shown}, not an object`,
		advice: `Correct '${field}', or the expression in it.`,
	};
}

/** What every variable must have. */
export const NO_NAME: Refusal = {
	message: 'A variable has no name',
	advice: "Enter the name used in braces in the assistant's instructions, or remove the row.",
};

export function reservedName(name: string): Refusal {
	return {
		message: `A variable cannot be named "${name}"`,
		advice:
			"The API uses that name for the call itself. Rename the variable here and in the assistant's instructions.",
	};
}

export function repeatedName(name: string): Refusal {
	return {
		message: `The variable "${name}" is set twice`,
		advice: 'Remove one of them: only one value can be sent.',
	};
}
