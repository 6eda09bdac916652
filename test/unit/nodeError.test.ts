import { NodeApiError, type INode } from 'n8n-workflow';

import { errorItem, errorTexts, nodeError, UserError } from '../../nodes/n8n/errors';
import { failureOf } from '../../nodes/service/status';

const NODE: INode = {
	id: '1',
	name: 'Voice Assistant Calls',
	type: 'n8n-nodes-voice-assistant-calls.voiceAssistantCalls',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('the item of a failure', () => {
	it('has exactly two texts, and is paired', () => {
		expect(errorItem(new UserError('It failed', 'Do this.', 400), 7)).toEqual({
			json: { error: 'It failed', message: 'Do this.' },
			pairedItem: { item: 7 },
		});
	});

	it('has no empty text, which n8n before 2.41 takes for a success', () => {
		expect(errorTexts(new UserError('It failed', ''))).toEqual({
			error: 'It failed',
			message: 'Correct this item, then run the node again.',
		});
	});
});

describe('the error of the node', () => {
	it("is one of n8n's, with the texts, the status and the item", () => {
		const error = nodeError(NODE, new UserError('It failed', 'Do this.', 403), 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'It failed [item 2]',
			description: 'Do this.',
			httpCode: '403',
			context: { itemIndex: 2 },
		});
	});

	it.each([
		[401, { cause: 'credential-invalid' }],
		[403, { cause: 'credential-invalid' }],
		[400, { cause: 'configuration-invalid' }],
		[404, { cause: 'configuration-invalid' }],
		[408, { cause: 'temporarily-unavailable' }],
		[500, { cause: 'temporarily-unavailable' }],
		[429, { cause: 'rate-limited' }],
		[302, undefined],
		[undefined, undefined],
	])('declares to n8n what kind of failure the status %s is', (status, failure) => {
		expect(failureOf(new UserError('It failed', 'Do this.', status))).toEqual(failure);
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
			const error = nodeError(NODE, new UserError(`It failed with ${code}`, 'Do this.'));
			expect(error.message).toBe(`It failed with ${code}`);
			expect(error.description).toBe('Do this.');
		},
	);

	it('tells n8n nothing but texts, which n8n stores', () => {
		const secret = Object.assign(new UserError('It failed', 'Do this.'), { apiKey: 'sk-live-1' });
		const error = nodeError(NODE, secret, 0);
		expect(JSON.stringify(error)).not.toContain('sk-live-1');
		expect(error.messages).toEqual([]);
	});
});
