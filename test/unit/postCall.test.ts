import type { ApiResponse } from '../../nodes/shared/response';
import {
	postCall,
	type Placing,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/postCall';
import { UserError } from '../../nodes/shared/userError';
import { json, lost, scripted } from './scripted';
import { said, saidAfter } from './said';

const BODY = '{"assistant_id":"asst-1","phone_number":"+4930123456"}';

const CHECK_FIRST =
	'Look in the service, or with Call > Get Many and a filter on PhoneNumber, whether the call took place, before you run this item again.';

async function place(answer: ApiResponse | Error): Promise<Placing> {
	const { service, requests } = scripted([answer]);
	const placing = await postCall(service, '/calls', BODY);
	expect(requests).toEqual([{ method: 'POST', path: '/calls', body: BODY }]);
	return placing;
}

async function failure(answer: ApiResponse | Error) {
	const placing = await place(answer);
	const { title, advice, status } = said('problem' in placing ? placing.problem : undefined);
	return { kind: placing.kind, title, advice, status };
}

describe('a call is placed', () => {
	it.each([
		['an empty object', json({}), {}],
		['an object', json({ Id: 'call-1' }, 201), { Id: 'call-1' }],
		['an empty body', json('', 200), {}],
		['no content', json('', 204), {}],
		['no body', json(undefined, 202), {}],
	])('where the service answers with %s', async (_, answer, response) => {
		expect(await place(answer)).toEqual({ kind: 'placed', response });
	});
});

describe('a call was not placed', () => {
	it('where the service has too many requests, which proves that nothing happened', async () => {
		expect(await failure(json({ message: 'Slow down' }, 429))).toEqual({
			kind: 'refused',
			title: 'The call was not placed. The service is receiving too many requests: Slow down (429)',
			advice:
				'Wait a little, and let fewer requests through at once: fewer items, or Loop Over Items with a Wait node.',
			status: 429,
		});
	});

	it.each([
		['7', 7000],
		['soon', undefined],
		[undefined, undefined],
	])('and the service says when to come back: %s', async (header, retryAfterMs) => {
		expect(await place(json({}, 429, { 'retry-after': header }))).toMatchObject({
			kind: 'refused',
			retryAfterMs,
		});
	});

	it.each([
		[400, 'The call was not placed. The service refused the request: No (400)'],
		[401, 'The call was not placed. The service did not accept the API key: No (401)'],
		[403, 'The call was not placed. The API key is not allowed to do this: No (403)'],
		[404, 'The call was not placed. The service has nothing at this address: No (404)'],
		[409, 'The call was not placed. The service refused the request: No (409)'],
		[422, 'The call was not placed. The service refused the request: No (422)'],
		[499, 'The call was not placed. The service refused the request: No (499)'],
	])('where the service refuses it for good: %d', async (status, title) => {
		expect(await failure(json({ message: 'No' }, status))).toMatchObject({
			kind: 'rejected',
			title,
			status,
		});
	});

	it.each([
		[
			'nothing answers',
			lost('ECONNREFUSED', 'connect'),
			'The call was not placed. Nothing answers at api.example.com: the connection was refused',
		],
		[
			'the host is not known',
			lost('ENOTFOUND'),
			'The call was not placed. The host api.example.com is not known',
		],
		[
			'no connection could be made in time',
			lost('ETIMEDOUT', 'connect'),
			'The call was not placed. No connection to api.example.com could be made',
		],
		[
			'the certificate was not accepted',
			lost('CERT_HAS_EXPIRED'),
			'The call was not placed. The certificate of api.example.com was not accepted',
		],
		[
			'the key cannot be sent',
			new UserError('The field API Key of the credential is empty', 'Fill it.'),
			'The call was not placed. The field API Key of the credential is empty',
		],
	])('where %s', async (_, error, title) => {
		expect(await failure(error)).toMatchObject({ kind: 'notSent', title });
	});

	it('where the execution was cancelled before', async () => {
		const { service, requests } = scripted([json({})], AbortSignal.abort());
		expect(await saidAfter(postCall(service, '/calls', BODY))).toEqual({
			title: 'The execution was cancelled',
			advice: 'Nothing more was sent.',
		});
		expect(requests).toEqual([]);
	});
});

describe('a call may have been placed', () => {
	const LOOK = 'Check Base URL in the credential: this does not look like the API.';
	const LATER = 'If it goes on, ask the service with the words above.';

	it.each([
		[
			'the service fails',
			json({ message: 'Oops' }, 500),
			'the service could not answer: Oops (500)',
			LATER,
		],
		[
			'the service is away',
			json('', 503, { 'retry-after': '1' }),
			'the service could not answer (503)',
			LATER,
		],
		[
			'a gateway answers for it',
			json('<html><title>504 Gateway Time-out</title></html>', 504),
			'the service could not answer: 504 Gateway Time-out (504)',
			LATER,
		],
		[
			'a redirect answers',
			json('', 307, { location: 'https://other.example' }),
			'the service redirected the request to https://other.example (307)',
			'Redirects are not followed, since the API key would go along. Enter the final address as Base URL in the credential.',
		],
		[
			'a web page answers',
			json('<html></html>'),
			'a web page came back instead of data (200)',
			LOOK,
		],
		[
			'the answer is cut off',
			json('{"accepted":'),
			'the answer of the service is not valid JSON (200); it begins with: {"accepted":',
			`${LOOK} If it does at other times, the answer was cut off on its way.`,
		],
		['the answer is a list', json([]), 'the answer is not an object (200)', ''],
		['the answer is null', json(null), 'the answer is not an object (200)', ''],
		['the answer is a number', json(7, 201), 'the answer is not an object (201)', ''],
	])('where %s', async (_, answer, title, advice) => {
		expect(await failure(answer)).toEqual({
			kind: 'maybePlaced',
			title: `The call may have been placed: ${title}`,
			advice: `${CHECK_FIRST} ${advice}`.trim(),
			status: answer.status,
		});
	});

	it.each([
		[
			'the service does not answer in time',
			lost('ECONNABORTED'),
			'the service did not answer in time',
			'Add Timeout under Request Options to wait longer. Technical reason: ECONNABORTED.',
		],
		[
			'the connection is lost',
			lost('ECONNRESET', 'read'),
			'the connection was lost before the answer was complete',
			'Check the network between this n8n and api.example.com. Technical reason: ECONNRESET.',
		],
		['something else happens', new Error('Odd'), 'odd', ''],
	])('where %s', async (_, error, title, advice) => {
		expect(await failure(error)).toEqual({
			kind: 'maybePlaced',
			title: `The call may have been placed: ${title}`,
			advice: `${CHECK_FIRST} ${advice}`.trim(),
			status: undefined,
		});
	});

	it('where the execution was cancelled while it was on its way', async () => {
		const controller = new AbortController();
		const { service } = scripted(
			[
				async () => {
					controller.abort();
					throw lost('ERR_CANCELED');
				},
			],
			controller.signal,
		);
		const placing = await postCall(service, '/calls', BODY);
		expect(placing.kind).toBe('maybePlaced');
		expect(said('problem' in placing && placing.problem).title).toBe(
			'The call may have been placed: the execution was cancelled',
		);
	});

	it('in every case in which the status is none of success or refusal', async () => {
		for (const status of [100, 199, 300, 304, 399, 500, 502, 599]) {
			expect((await place(json({}, status))).kind).toBe('maybePlaced');
		}
	});
});
