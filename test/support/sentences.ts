import { ADVICE, PREFIX, mayHaveBeenPlaced, notPlaced, TITLES } from './engineSentences';
import { HOST } from './scriptedClient';
import type { Refusal } from './userError';

/*
 * What users read, for the tests of the modules that say it and of those that pass it on. A sentence
 * that only one test file asserts stands there.
 */

/** What is said of a status; of one that is not here as of 400 or 500. */
const REJECTIONS: Record<number, readonly [title: typeof TITLES.rejected, advice: string]> = {
	400: [TITLES.rejected, ADVICE.correct],
	401: [TITLES.unauthorized, ADVICE.checkKey],
	403: [TITLES.forbidden, ADVICE.checkRights],
	404: [TITLES.notFound, ADVICE.checkPaths],
	405: [TITLES.rejected, ADVICE.checkPaths],
	429: [TITLES.rateLimited, ADVICE.slowDown],
	500: [TITLES.failed, ADVICE.askSupport],
};

/**
 * A response with a status of failure.
 *
 * @param words what the service says in the body
 */
export function rejection(status: number, words = ''): Refusal {
	const [title, advice] =
		REJECTIONS[status] ??
		REJECTIONS[status >= 400 && status < 500 && ![408, 499].includes(status) ? 400 : 500];
	return { message: title(status, words || undefined), advice, status };
}

export const redirected = (target: string, status: number): Refusal => ({
	message: TITLES.redirected(target, status),
	advice: ADVICE.finalAddress,
	status,
});

export const webPage = (status: number, title = ''): Refusal => ({
	message: TITLES.webPage(status, title),
	advice: ADVICE.notTheApi,
	status,
});

export const emptyResponse = (status: number): Refusal => ({
	message: TITLES.emptyResponse(status),
	advice: ADVICE.notTheApi,
	status,
});

/** @param beginning how the body begins */
export const notJson = (status: number, beginning: string): Refusal => ({
	message: TITLES.notJson(beginning, status),
	advice: `${ADVICE.notTheApi} ${ADVICE.cutOff}`,
	status,
});

/** Why a request got no response. */
const NETWORK = {
	certificate: {
		message: `The certificate of ${HOST} was not accepted`,
		advice:
			"Check 'Base URL' in the credential. If the certificate is self-signed, turn on 'Ignore SSL Issues' under 'Request Options', which the trigger does not have.",
	},
	lost: { message: TITLES.connectionLost, advice: ADVICE.checkNetwork(HOST) },
	noConnection: {
		message: `The node could not connect to ${HOST}`,
		advice:
			"Check 'Base URL' in the credential, and check the network of this n8n and its proxy, if it has one.",
	},
	noEncryption: {
		message: `The node and ${HOST} could not agree on encryption`,
		advice:
			"Check 'Base URL' in the credential, its port, and whether the service uses https at this address.",
	},
	refused: { message: TITLES.refused(HOST), advice: ADVICE.checkRunning },
	tooSlow: { message: TITLES.tooLate, advice: `${ADVICE.slow} ${ADVICE.waitLonger}` },
	unknownHost: {
		message: `The host ${HOST} was not found`,
		advice:
			"Check the spelling of 'Base URL' in the credential, and check the network of this n8n.",
	},
};

export type NetworkSentence = keyof typeof NETWORK;

/** @param code what the network calls it */
export function noResponse(kind: NetworkSentence, code: string): Refusal {
	const { message, advice } = NETWORK[kind];
	// Which of the codes a timeout has is chance.
	return { message, advice: kind === 'tooSlow' ? advice : `${advice} Technical reason: ${code}.` };
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
	message: TITLES.cancelled,
	advice: 'Nothing more was sent.',
};

/** @param parameter under which name the cursor was sent */
export function cursorIgnored(parameter = 'cursor'): Refusal {
	return {
		message: TITLES.cursorIgnored,
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
	return callNotPlaced({ ...rejection(429, words), advice: ADVICE.slowCallsDown });
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
	return { ...rest, message: notPlaced(message) };
}

/** A failure as it is told of a call that was sent. */
export function callUnconfirmed({ message, advice, ...rest }: Refusal): Refusal {
	return {
		...rest,
		message: mayHaveBeenPlaced(message),
		advice: `${ADVICE.checkFirst} ${advice}`.trim(),
	};
}

/** How to go on with a list of which some were called. */
export const START_AFTER_THEM = ADVICE.runAgain;

/** @param shown what stands in the place of a row of a fixed collection */
export function noRow(field: string, shown: string): Refusal {
	return {
		message: `A row of '${field}' is ${shown}, not an object`,
		advice: ADVICE.correctField(field),
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
