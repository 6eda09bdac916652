/* What people read, where several tests expect it: titles, and the advice below them. */

/** Stands behind every title: which item it is about. Positions are counted from 0. */
export const at = (item: number) => ` [item ${item}]`;

/** The title of a call that was not placed, for this reason. */
export const notPlaced = (reason: string) => `The call was not placed. ${reason}`;

/** The title of a call that went out and got no usable response. */
export const mayHaveBeenPlaced = (reason: string) =>
	`The call may have been placed: ${reason[0].toLowerCase()}${reason.slice(1)}`;

/** A phone number that cannot be dialled. Why not is told by the tests of phone numbers. */
export const wrongNumber = (written: string) => `The phone number "${written}" `;

/** A title about a response of the service, with its own words where it gave any. */
const of = (title: string) => (status: number, words?: string) =>
	words === undefined ? `${title} (${status})` : `${title}: ${words} (${status})`;

/** A value as it is quoted; what has a name of its own is not. */
const said = (value: string) =>
	/^(empty|a list|an object)$/.test(value) ? value : value === '' ? 'empty' : `"${value}"`;

export const TITLES = {
	rejected: of('The service rejected the request'),
	unauthorized: of('The service did not accept the API key'),
	forbidden: of('The API key is not allowed to do this'),
	notFound: of('The service has nothing at this address'),
	rateLimited: of('The service is receiving too many requests'),
	failed: of('The service failed'),
	redirected: (target: string, status: number) =>
		`The service redirected the request to another address${target && `: ${target}`} (${status})`,
	webPage: (status: number, title = 'Sign in') =>
		`The service returned a web page${title && ` titled "${title}"`} instead of data (${status})`,
	emptyResponse: of('The service sent an empty response'),
	notJson: (beginning: string, status = 200) =>
		`The response is not valid JSON (${status}). It begins with: ${beginning}`,
	refused: (host: string) => `The connection to ${host} was refused`,
	connectionLost: 'The connection was lost before the response was complete',
	tooLate: 'The service did not respond in time',
	cancelled: 'The execution was canceled',
	notACall: 'The response is not a call',
	cursorIgnored: 'The service ignored the cursor and sent the same page again',
	noCursorName:
		'The service has more records, but the node did not find the query parameter for the cursor',
	onlyEmptyPages: 'The service sent 50 empty pages in a row and says that there are more',
	noNextCursor: 'The service says that there are more records, but not how to get them',
	noRecord: 'The list contains something that is not a record',
	noList: (what: string) => `The response contains no list: "data" is ${what}`,
	noAssistant: 'No assistant is chosen',
	emptyNumber: 'The phone number is empty',
	noFields: 'The input item has no fields: its "json" is not an object',
	emptyField: (field: string) => `'${field}' is empty`,
	expressionFoundNothing: (field: string) => `The expression in '${field}' returned nothing`,
	noWholeNumber: (field: string, value: string) =>
		`'${field}' is ${said(value)}, which is not a whole number of at least 1`,
	notValid: (field: string, value: string) => `'${field}' is ${said(value)}, which is not valid`,
	noId: (field: string, value: string) => `'${field}' is "${value}", which cannot be an ID`,
	wrongPath: (typed: string) =>
		`'Endpoint Path' is ${said(typed)}, which is not a path below 'Base URL'`,
	noPlaceForId: (typed: string) => `'Endpoint Path' "${typed}" has no placeholder for the ID`,
	lookUpFailed: (reason: string) =>
		`The call was not placed, because the node could not check whether the number was called before. ${reason}`,
} as const;

/** Where the key may need one. */
export const PREFIX =
	'Include a prefix such as "Bearer " in \'API Key\' if the API expects one, and leave it out if not.';

export const ADVICE = {
	correct: 'Correct what the service reports, then try again.',
	correctList:
		"Check 'Filters' and 'Sort'. In the credential, check 'Cursor Parameter' and 'Page Size Parameter' under 'Advanced'.",
	checkKey: `Check 'API Key' in the credential, and 'Key Header' under 'Advanced'. ${PREFIX}`,
	checkRights: `Check what this API key is allowed to do in the service, or use another credential. ${PREFIX}`,
	checkPaths:
		"Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path', which is appended to it.",
	checkId: (id: string) =>
		`Check the ID in 'Call': there is no call "${id}". If no ID works, check 'Base URL' in the credential and 'Calls Path' under 'Advanced'.`,
	slowDown:
		'Wait a moment, then send fewer requests at once: use fewer items, or Loop Over Items with a Wait node.',
	slowCallsDown:
		"Wait a moment, then try again. For a list, add 'Pause Between Calls' and 'Wait When Rate Limited' under 'Options'.",
	askSupport:
		"If this keeps happening, send the message above to the service's support. A proxy of this n8n, if it has one, may have sent it, too.",
	finalAddress:
		"Enter the final address as 'Base URL' in the credential. The node does not follow redirects, because the API key would be sent along.",
	notTheApi: "Check 'Base URL' in the credential. This does not look like the API.",
	cutOff: 'If it usually works, the response was cut off on the way.',
	changed:
		"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.",
	assumedPath: (path: string) =>
		`The API reference does not document this path, so ${path} is an assumption. Ask the service for the path and correct 'Endpoint Path'. If the path contains an ID, check that too.`,
	enterPath:
		'Enter a path such as /public/events. Another host, "//", ".." and spaces are not accepted: they could send the API key elsewhere.',
	correctField: (field: string) => `Correct '${field}', or the expression in it.`,
	checkRunning: "Check 'Base URL' in the credential, and check whether the service is running.",
	checkNetwork: (host: string) => `Check the network between this n8n and ${host}.`,
	slow: "If this happens often, check the network of this n8n, or ask the service's support.",
	waitLonger:
		"To wait longer, set 'Timeout' under 'Request Options', which the trigger does not have.",
	/** After a call that may have been placed: nothing here invites to send it again. */
	checkFirst:
		"Before you run this item again, check whether the call took place: in the service, or with Call > Get Many and a filter on 'PhoneNumber'.",
	/** After a run that placed some of its calls. */
	runAgain:
		"If you run the workflow again, it starts with the first item. To skip the numbers that were called, use 'Skip If Called Within' or 'Redial Plan' under 'Options', once the service lists the calls.",
} as const;
