import { parseJson, rejected, type ApiRequest, type Operation } from '../api';
import { findAssistant } from '../calls/assistants';
import type { CallStore } from '../calls/callStore';

const e164 = /^\+[1-9][0-9]{1,14}$/;

/** Reads the fields of the body; all of them must be strings. */
function readFields({ headers, rawBody }: ApiRequest): Map<string, string> {
	if (!/^application\/json *(;|$)/i.test(String(headers['content-type']))) {
		throw rejected('The content type must be application/json.');
	}
	const body = parseJson(rawBody);
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw rejected('The body must be a JSON object.');
	}
	const fields = Object.entries(body);
	for (const [name, value] of fields) {
		if (typeof value !== 'string') throw rejected(`The field "${name}" must be a string.`);
	}
	return new Map(fields);
}

/** Call Create. */
export const createCallOperation =
	(calls: CallStore): Operation =>
	(request) => {
		const fields = readFields(request);
		const assistantId = fields.get('assistant_id') ?? '';
		const phoneNumber = fields.get('phone_number') ?? '';
		if (assistantId === '') throw rejected('The field "assistant_id" is required.');
		if (!e164.test(phoneNumber)) {
			throw rejected('The field "phone_number" is required in E.164 format: +4930123456.');
		}
		fields.delete('assistant_id');
		fields.delete('phone_number');
		calls.place(findAssistant(assistantId), phoneNumber, fields);
		return {};
	};
