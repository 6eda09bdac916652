import { networkFailure } from '../../nodes/shared/networkFailure';
import { UserError } from '../../nodes/shared/userError';
import { lost } from './scripted';

const HOST = 'api.example.com';

describe('a request that got no answer', () => {
	it.each([
		[
			'ECONNREFUSED',
			{
				neverSent: true,
				mayPass: true,
				reason: 'Nothing answers at api.example.com: the connection was refused',
				todo: 'Check Base URL in the credential, and whether the service is running. Technical reason: ECONNREFUSED.',
			},
		],
		[
			'ENOTFOUND',
			{
				neverSent: true,
				mayPass: false,
				reason: 'The host api.example.com is not known',
				todo: 'Check Base URL in the credential letter by letter, and the network of this n8n. Technical reason: ENOTFOUND.',
			},
		],
		[
			'EAI_AGAIN',
			{
				neverSent: true,
				mayPass: true,
				reason: 'The host api.example.com is not known',
				todo: 'Check Base URL in the credential letter by letter, and the network of this n8n. Technical reason: EAI_AGAIN.',
			},
		],
		[
			'ECONNABORTED',
			{
				neverSent: false,
				mayPass: true,
				reason: 'The service did not answer in time',
				todo: 'Add Timeout under Request Options to wait longer. Technical reason: ECONNABORTED.',
			},
		],
		[
			'ETIMEDOUT',
			{
				neverSent: false,
				mayPass: true,
				reason: 'The service did not answer in time',
				todo: 'Add Timeout under Request Options to wait longer. Technical reason: ETIMEDOUT.',
			},
		],
		[
			'ECONNRESET',
			{
				neverSent: false,
				mayPass: true,
				reason: 'The connection was lost before the answer was complete',
				todo: 'Check the network between this n8n and api.example.com. Technical reason: ECONNRESET.',
			},
		],
	])('is explained: %s', (code, explanation) => {
		expect(networkFailure(lost(code), HOST)).toEqual(explanation);
	});

	it.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE'])(
		'was never sent where the connection could not be made: %s',
		(code) => {
			expect(networkFailure(lost(code, 'connect'), HOST)).toEqual({
				neverSent: true,
				mayPass: true,
				reason: 'No connection to api.example.com could be made',
				todo: `Check Base URL in the credential and the network of this n8n. Technical reason: ${code}.`,
			});
		},
	);

	it('is read as well where axios copies the error of the network, as older versions do', () => {
		const cause = { code: 'EHOSTUNREACH', syscall: 'connect' };
		expect(networkFailure(Object.assign(new Error('x'), { cause }), HOST).neverSent).toBe(true);
	});

	it.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'CERT_HAS_EXPIRED',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('was never sent where the certificate was not accepted: %s', (code) => {
		expect(networkFailure(lost(code), HOST)).toEqual({
			neverSent: true,
			mayPass: false,
			reason: 'The certificate of api.example.com was not accepted',
			todo: `Check Base URL in the credential. For a certificate of your own, see Ignore SSL Issues under Request Options. Technical reason: ${code}.`,
		});
	});

	it.each([
		'ECONNRESET',
		'EPIPE',
		'UND_ERR_SOCKET',
		'ERR_HTTP2',
		'HPE_INVALID_CONSTANT',
		'ERR_STREAM_PREMATURE_CLOSE',
	])('may have been sent where nothing proves the opposite: %s', (code) => {
		const { neverSent, reason, todo } = networkFailure(lost(code, 'read'), HOST);
		expect(neverSent).toBe(false);
		expect(todo).toContain(`Technical reason: ${code}.`);
		expect(reason).toBe('The connection was lost before the answer was complete');
	});

	it.each([
		['a Problem', new UserError('The API key is empty', 'Fill it.')],
		[
			'a UserError that n8n wrapped',
			Object.assign(new Error('wrapped'), {
				cause: new UserError('The API key is empty', 'Fill it.'),
			}),
		],
	])('was never sent where %s kept it from that, and will not be better later', (_, error) => {
		expect(networkFailure(error, HOST)).toEqual({
			neverSent: true,
			mayPass: false,
			reason: 'The API key is empty',
			todo: 'Fill it.',
		});
	});

	it('is told in the words of an error that did not come from the network', () => {
		const error = Object.assign(new Error('Domain not allowed'), {
			description: 'See the credential',
		});
		expect(networkFailure(error, HOST)).toEqual({
			neverSent: false,
			mayPass: false,
			reason: 'Domain not allowed',
			todo: 'See the credential',
		});
	});

	it('has the code of the outer error where the inner one has none', () => {
		const error = Object.assign(new Error('x'), {
			cause: new Error('y'),
			httpCode: 'ECONNREFUSED',
		});
		expect(networkFailure(error, HOST).reason).toBe(
			'Nothing answers at api.example.com: the connection was refused',
		);
	});

	it('has the code of an answer that broke off where n8n gives the status of that answer', () => {
		const error = Object.assign(new Error('stream has been aborted'), { httpCode: '200' });
		expect(networkFailure(error, HOST)).toEqual({
			neverSent: false,
			mayPass: true,
			reason: 'The connection was lost before the answer was complete',
			todo: 'Check the network between this n8n and api.example.com. Technical reason: ERR_BAD_RESPONSE.',
		});
	});

	it.each([undefined, null, 'text', 7])('is told where %j was thrown', (thrown) => {
		expect(networkFailure(thrown, HOST)).toEqual({
			neverSent: false,
			mayPass: false,
			reason: String(thrown),
			todo: '',
		});
	});
});
