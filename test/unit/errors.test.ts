import { NodeApiError, type INode } from 'n8n-workflow';

import { asUserError, errorItem, errorTexts, nodeError, UserError } from '../../nodes/n8n/errors';
import { failureOf } from '../../nodes/service/status';
import { textsOf } from '../support/userError';

const NODE: INode = {
	...{ id: '1', name: 'Voice Assistant Calls', position: [0, 0], parameters: {} },
	...{ type: 'n8n-nodes-voice-assistant-calls.voiceAssistantCalls', typeVersion: 1 },
};

it('a UserError has a message, an advice and perhaps a status, cut where nobody reads more', () => {
	const error = new UserError('It failed', 'Do this.', 400);
	expect(String(error)).toBe('UserError: It failed');
	expect(textsOf(error)).toEqual({ message: 'It failed', advice: 'Do this.', status: 400 });
	expect(new UserError('It failed', '').status).toBeUndefined();
	const cut = (length: number) => textsOf(new UserError('m'.repeat(length), 'a'.repeat(length)));
	expect(cut(600)).toEqual({ message: 'm'.repeat(600), advice: 'a'.repeat(600) });
	expect(cut(601).message).toBe(`${'m'.repeat(598)} …`);
	expect(cut(1391).advice).toBe(`${'a'.repeat(1388)} …`);
	expect(asUserError(error)).toBe(error);
});

const ofN8n = Object.assign(new Error('Bad request'), { description: 'Check the parameters' });
it.each([
	['an error', new TypeError('Not a function'), 'Not a function', ''],
	["one of n8n's errors", ofN8n, 'Bad request', 'Check the parameters'],
	['an error with an odd description', { message: 'Bad', description: { a: 1 } }, 'Bad', ''],
	['an error with an odd message', { message: 7 }, '[object Object]', ''],
	['an error without a message', new RangeError(''), 'RangeError', ''],
	['a text', 'It failed', 'It failed', ''],
	['undefined', undefined, 'undefined', ''],
	['null', null, 'null', ''],
])('%s that was thrown becomes a UserError', (_, thrown, message, advice) => {
	expect(textsOf(asUserError(thrown))).toEqual({ message, advice });
});

it('the item of a failure has exactly two texts, none of them empty, and is paired', () => {
	expect(errorItem(new UserError('It failed', 'Do this.', 400), 7)).toEqual({
		json: { error: 'It failed', message: 'Do this.' },
		pairedItem: { item: 7 },
	});
	expect(errorTexts(new UserError('It failed', ''))).toEqual({
		error: 'It failed',
		message: 'Correct this item, then run it again.',
	});
});

describe('the error of the node', () => {
	it("is one of n8n's, with the texts, the status and the item, and nothing that n8n stores", () => {
		const secret = { apiKey: 'sk-live-1' };
		const failed = Object.assign(new UserError('It failed', 'Do this.', 403), secret);
		const error = nodeError(NODE, failed, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			...{ message: 'It failed [item 2]', description: 'Do this.', messages: [] },
			...{ httpCode: '403', context: { itemIndex: 2 } },
		});
		expect(JSON.stringify(error)).not.toContain('sk-live-1');
	});

	it.each<[Array<number | undefined>, { cause: string } | undefined]>([
		[[401, 403], { cause: 'credential-invalid' }],
		[[400, 404], { cause: 'configuration-invalid' }],
		[[408, 500], { cause: 'temporarily-unavailable' }],
		[[429], { cause: 'rate-limited' }],
		[[302, undefined], undefined],
	])('declares to n8n what kind of failure the statuses %j are', (statuses, failure) => {
		for (const status of statuses) {
			expect(failureOf(new UserError('It failed', 'Do this.', status))).toEqual(failure);
		}
	});

	it('tells n8n how long the service asks to wait', () => {
		const busy = Object.assign(new UserError('Busy', '', 429), { retryAfterMs: 90_000 });
		expect(nodeError(NODE, busy, undefined, failureOf(busy))).toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: 90_000 },
		});
	});

	it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '401', 'ENOTFOUND'])(
		'keeps its title where n8n would put one of its own: %s',
		(code) => {
			const { message, description } = nodeError(NODE, new UserError(`It failed: ${code}`, 'Do.'));
			expect([message, description]).toEqual([`It failed: ${code}`, 'Do.']);
		},
	);
});
