import { CANCELLED, networkFailure } from '../../nodes/service/network';
import { UserError } from '../../nodes/n8n/errors';
import { HOST, lost } from '../support/scriptedClient';
import { noResponse, type NetworkSentence } from '../support/sentences';

/** The sentence of a network failure, in the form in which it is handed on. */
function explained(kind: NetworkSentence, code: string, hasRequestOptions = true) {
	const { message: reason, advice } = noResponse(kind, code, hasRequestOptions);
	return { reason, advice };
}

/** As in a node, whose form has Request Options. */
const failureOf = (error: unknown) => networkFailure(error, HOST, true);

const NO_KEY = new UserError("'API Key' in the credential is empty", 'Enter it.');

describe('a request that got no response', () => {
	it.each<[codes: string, syscall: string, NetworkSentence, neverSent: boolean, mayPass: boolean]>([
		['ECONNREFUSED', 'connect', 'refused', true, true],
		['ENOTFOUND', 'getaddrinfo', 'unknownHost', true, false],
		['EAI_AGAIN', 'getaddrinfo', 'unknownHost', true, true],
		['DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN', '', 'certificate', true, false],
		['CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID', '', 'certificate', true, false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', 'certificate', true, false],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '', 'certificate', true, false],
		['ETIMEDOUT EHOSTUNREACH ENETUNREACH EMFILE', 'connect', 'noConnection', true, true],
		['ECONNABORTED ETIMEDOUT ERR_CANCELED', 'read', 'tooSlow', false, true],
		['ECONNRESET EPIPE UND_ERR_SOCKET ERR_HTTP2', 'read', 'lost', false, true],
		['HPE_INVALID_CONSTANT ERR_STREAM_PREMATURE_CLOSE', '', 'lost', false, true],
	])('is explained, without its code in the title: %s, %s', (codes, syscall, kind, ...certain) => {
		const [neverSent, mayPass] = certain;
		for (const code of codes.split(' ')) {
			const failure = failureOf(lost(code, syscall || undefined));
			expect(failure).toEqual({ neverSent, mayPass, ...explained(kind, code) });
			// n8n would put a title of its own in the place of one with a code.
			expect(failure.reason).not.toMatch(/[A-Z]{4}/);
		}
	});

	it.each<[code: string, kind: NetworkSentence]>([
		['CERT_HAS_EXPIRED', 'certificate'],
		['ECONNABORTED', 'tooSlow'],
		['ECONNREFUSED', 'refused'],
	])('names no Request Options where the form has none: %s', (code, kind) => {
		expect(networkFailure(lost(code), HOST, false)).toMatchObject(explained(kind, code, false));
	});

	describe('that somebody else refused', () => {
		const refusedBy = (address: string, port: number) =>
			Object.assign(new Error('x'), {
				cause: { code: 'ECONNREFUSED', syscall: 'connect', address, port },
			});
		const elsewhere = {
			neverSent: true,
			mayPass: true,
			reason: 'The connection to 10.0.0.7:5432 was refused',
			advice:
				'This is not the address of the service. Check the proxy and the database of this n8n. Technical reason: ECONNREFUSED.',
		};

		it.each([HOST, `${HOST}:8443`, '[::1]'])('is not blamed on the service: %s', (host) => {
			expect(networkFailure(refusedBy('10.0.0.7', 5432), host, true)).toEqual(elsewhere);
		});

		it('is found where axios puts its own error around it', () => {
			const error = { cause: { code: 'ECONNREFUSED', cause: refusedBy('10.0.0.7', 5432).cause } };
			expect(failureOf(error)).toEqual(elsewhere);
		});

		it.each([
			[HOST, 443],
			[HOST, 80],
			['127.0.0.1:4010', 4010],
			['[::1]', 443],
		])('is the service at its own port: %s, %i', (host, port) => {
			const { reason } = networkFailure(refusedBy('127.0.0.1', port), host, true);
			expect(reason).toBe(`The connection to ${host} was refused`);
		});
	});

	const wrapped = (cause: object) => Object.assign(new Error('x'), { cause: { ...cause, cause } });
	const connect = (code: string, address: string) => ({
		code,
		syscall: 'connect',
		address,
		port: 443,
	});

	it.each<[what: string, cause: object, reason: string]>([
		[
			'in a handshake with a service that has no https',
			{ code: 'EPROTO', syscall: 'write', message: 'wrong version number' },
			`The node and ${HOST} could not agree on encryption`,
		],
		[
			'in a handshake with a service that asks for a certificate',
			{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
			`The node and ${HOST} could not agree on encryption`,
		],
		[
			'by a service that hung up in the handshake',
			{ code: 'ECONNRESET', request: { socket: { secureConnecting: true } } },
			`The node could not connect to ${HOST}`,
		],
		[
			'in a handshake that took too long',
			{ code: 'ERR_CANCELED', request: { socket: { secureConnecting: true } } },
			`The node could not connect to ${HOST}`,
		],
		[
			'at each address of a host',
			{
				code: 'ETIMEDOUT',
				errors: [connect('ETIMEDOUT', '::1'), connect('ENETUNREACH', '127.0.0.1')],
			},
			`The node could not connect to ${HOST}`,
		],
		[
			'by a proxy that cannot be found',
			{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.example' },
			'The host proxy.example was not found',
		],
		[
			'by a proxy that hung up',
			{ message: 'Proxy connection ended', request: { socket: null } },
			`The node could not connect to ${HOST}`,
		],
	])('was never sent where it ended %s', (_, cause, reason) => {
		const failure = failureOf(wrapped(cause));
		expect(failure).toMatchObject({ neverSent: true, reason });
		expect(failure.advice.includes('This is not the address of the service.')).toBe(
			reason.includes('proxy.example'),
		);
	});

	it.each([
		{ code: 'ERR_SSL_WRONG_VERSION_NUMBER', request: { socket: { secureConnecting: false } } },
		{ code: 'ECONNRESET', syscall: 'read', request: { socket: {} } },
		// Of a request that follows redirects there is no such socket.
		{ code: 'ECONNRESET', request: { _currentRequest: {} } },
	])('may have been sent where there was a connection: %j', (cause) => {
		expect(failureOf(wrapped(cause))).toMatchObject({ neverSent: false });
	});

	describe("that n8n's protection of its own network blocked", () => {
		const blocked = (name: string) => Object.assign(new Error('blocked'), { name });
		const inside = (cause: unknown) => Object.assign(new Error('x'), { cause });

		it.each([
			['at once', blocked('SsrfBlockedIpError')],
			['in the error of the request', inside(blocked('SsrfBlockedIpError'))],
			['while it connected', inside(inside(blocked('SsrfBlockedHostnameError')))],
		])('was never sent, and says who can allow it: %s', (_where, error) => {
			expect(failureOf(error)).toEqual({
				neverSent: true,
				mayPass: false,
				reason: `This n8n does not allow requests to ${HOST}`,
				advice:
					"Check 'Base URL' in the credential. If it is right, ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.",
			});
		});
	});

	it('is read as well where axios copies the error of the network, as older versions do', () => {
		const cause = { code: 'EHOSTUNREACH', syscall: 'connect', address: '10.0.0.7', port: 443 };
		const failure = failureOf(Object.assign(new Error('x'), { cause }));
		expect(failure).toMatchObject({ neverSent: true, ...explained('noConnection', cause.code) });
	});

	it.each([
		['a UserError', NO_KEY],
		['a UserError that n8n wrapped', Object.assign(new Error('wrapped'), { cause: NO_KEY })],
	])('was never sent where %s kept it from that, and will not be better later', (_, error) => {
		expect(failureOf(error)).toEqual({
			neverSent: true,
			mayPass: false,
			reason: "'API Key' in the credential is empty",
			advice: 'Enter it.',
		});
	});

	it('is told in the words of an error that did not come from the network', () => {
		const error = Object.assign(new Error('Domain not allowed'), {
			description: 'See the credential',
		});
		expect(failureOf(error)).toEqual({
			neverSent: false,
			mayPass: false,
			reason: 'Domain not allowed',
			advice: 'See the credential',
		});
	});

	it('may have been sent where the execution was cancelled meanwhile', () => {
		const reason = 'The execution was canceled';
		expect(CANCELLED).toEqual({ neverSent: false, mayPass: false, reason, advice: '' });
	});

	it('has the code of the outer error where the inner one has none', () => {
		const error = Object.assign(new Error('x'), {
			cause: new Error('y'),
			httpCode: 'ECONNREFUSED',
		});
		expect(failureOf(error)).toMatchObject(explained('refused', 'ECONNREFUSED'));
	});

	it('has the code of a response that broke off where n8n gives the status of that response', () => {
		const error = Object.assign(new Error('stream has been aborted'), { httpCode: '200' });
		expect(failureOf(error)).toEqual({
			neverSent: false,
			mayPass: true,
			...explained('lost', 'ERR_BAD_RESPONSE'),
		});
	});

	it.each([undefined, null, 'text', 7])('is told where %j was thrown', (thrown) => {
		expect(failureOf(thrown)).toEqual({
			neverSent: false,
			mayPass: false,
			reason: String(thrown),
			advice: '',
		});
	});
});
