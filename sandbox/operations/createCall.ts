import { errorResponse, jsonResponse, type Invalid } from '../apiResponse';
import type { CallStore } from '../calls/callStore';
import type { ApiRequest, Operation } from '../request';

const e164 = /^\+[1-9][0-9]{1,14}$/;

/** Reads the fields of the body; all of them must be strings. */
function readFields({ headers, rawBody }: ApiRequest): Map<string, string> | Invalid {
	const type = String(headers['content-type'] ?? '');
	if (type.split(';')[0].trim().toLowerCase() !== 'application/json') {
		return { problem: 'The content type must be application/json.' };
	}
	let body: unknown;
	try {
		body = JSON.parse(rawBody);
	} catch {
		return { problem: 'The body is not valid JSON.' };
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { problem: 'The body must be a JSON object.' };
	}
	const fields = new Map<string, string>();
	for (const [name, value] of Object.entries(body)) {
		if (typeof value !== 'string') return { problem: `The field "${name}" must be a string.` };
		fields.set(name, value);
	}
	return fields;
}

/** Call Create. */
export function createCallOperation(calls: CallStore): Operation {
	return (request) => {
		const fields = readFields(request);
		if (!(fields instanceof Map)) return errorResponse(400, fields.problem);
		const assistantId = fields.get('assistant_id') ?? '';
		const phoneNumber = fields.get('phone_number') ?? '';
		if (assistantId.trim() === '') {
			return errorResponse(400, 'The field "assistant_id" is required and must not be empty.');
		}
		if (!e164.test(phoneNumber)) {
			return errorResponse(
				400,
				'The field "phone_number" is required in E.164 format: +4930123456.',
			);
		}
		fields.delete('assistant_id');
		fields.delete('phone_number');
		calls.place(assistantId, phoneNumber, fields);
		return jsonResponse(200, {});
	};
}
