import { networkFailure } from '../../nodes/service/network';
import { UserError } from '../../nodes/n8n/errors';
import { HOST, lost } from '../support/scriptedClient';
import { noResponse, type NetworkSentence } from '../support/sentences';
import { textsOf } from '../support/userError';

const failureOf = (error: unknown, host = HOST) => networkFailure(error, host);

const inside = (cause: unknown, more = {}) => Object.assign(new Error('x'), { cause, ...more });

/** As n8n hands it out: its own error around that of axios around that of the network. */
const wrapped = (cause: object) => inside({ ...cause, cause });

const refusedBy = (address: string, port: number) =>
	wrapped({ code: 'ECONNREFUSED', syscall: 'connect', address, port });

const connecting = (code: string, address: string) => ({
	...{ code, syscall: 'connect', address, port: 443 },
});

it.each<[codes: string, syscall: string, NetworkSentence, neverSent: boolean, mayPass: boolean]>([
	['ECONNREFUSED', 'connect', 'refused', true, true],
	['ENOTFOUND', 'getaddrinfo', 'unknownHost', true, false],
	['EAI_AGAIN', 'getaddrinfo', 'unknownHost', true, true],
	['DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN', '', 'certificate', true, false],
	['CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID', '', 'certificate', true, false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', 'certificate', true, false],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '', 'certificate', true, false],
	['EPROTO', 'write', 'noEncryption', true, true],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '', 'noEncryption', true, true],
	['ETIMEDOUT EHOSTUNREACH ENETUNREACH EMFILE', 'connect', 'noConnection', true, true],
	['ECONNABORTED ETIMEDOUT ERR_CANCELED', 'read', 'tooSlow', false, true],
	['ECONNRESET EPIPE UND_ERR_SOCKET ERR_HTTP2', 'read', 'lost', false, true],
	['HPE_INVALID_CONSTANT ERR_STREAM_PREMATURE_CLOSE', '', 'lost', false, true],
	// Of a connection that was secure: something else answered after the request.
	['ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_BAD_RECORD_TYPE', '', 'lost', false, true],
	['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', '', 'lost', false, true],
])('no response is explained, without its code in the title: %s, %s', (codes, syscall, ...row) => {
	const [kind, neverSent, mayPass] = row;
	for (const code of codes.split(' ')) {
		const failure = failureOf(lost(code, syscall || undefined));
		expect(failure).toMatchObject({ neverSent, mayPass });
		expect(textsOf(failure)).toEqual(noResponse(kind, code));
		// n8n would put a title of its own in the place of one with a code.
		expect(failure.message).not.toMatch(/[A-Z]{4}/);
	}
});

const itself = Object.assign(new Error('x'), { code: 'EPIPE', cause: {} });
itself.cause = itself;

const NOT_CONNECTED = [true, `The node could not connect to ${HOST}`] as const;
const LOST = [false, 'The connection was lost before the response was complete'] as const;

it.each<[what: string, error: unknown, neverSent: boolean, title: string]>([
	[
		'a service that hangs up in the handshake, as n8n 2.20 tells it',
		wrapped({
			code: 'ECONNRESET',
			message: 'Client network socket disconnected before secure TLS connection was established',
		}),
		...NOT_CONNECTED,
	],
	[
		'addresses of a host none of which can be reached',
		wrapped({
			code: 'ETIMEDOUT',
			errors: [connecting('ETIMEDOUT', '::1'), connecting('ENETUNREACH', '127.0.0.1')],
		}),
		...NOT_CONNECTED,
	],
	[
		'a proxy that hangs up, as n8n 2.20 tells it',
		wrapped({ message: 'Proxy connection ended before receiving CONNECT response' }),
		...NOT_CONNECTED,
	],
	['an error that is made of nothing', inside(null, { code: 'EPIPE' }), ...LOST],
	['an error that is made of itself', itself, ...LOST],
	[
		'a reset after the request',
		wrapped({ code: 'ECONNRESET', syscall: 'read', request: { socket: {} } }),
		...LOST,
	],
	[
		'a reset of a request of another kind',
		wrapped({ code: 'ECONNRESET', request: { _currentRequest: {} } }),
		...LOST,
	],
	[
		'the error of the network alone, as older versions of axios copy it',
		inside(connecting('EHOSTUNREACH', '10.0.0.7')),
		...NOT_CONNECTED,
	],
	[
		'a code of the outer error alone',
		inside(new Error('y'), { httpCode: 'ECONNREFUSED' }),
		true,
		`The connection to ${HOST} was refused`,
	],
	[
		'a response that broke off, of which n8n gives the status as code',
		Object.assign(new Error('stream has been aborted'), { httpCode: '200' }),
		...LOST,
	],
])('it is known whether a request was sent after %s', (_, error, neverSent, title) => {
	const failure = failureOf(error);
	expect(failure).toMatchObject({ neverSent, mayPass: true, message: title });
	expect(failure.advice).not.toContain('reason: .');
});

const ELSEWHERE =
	'This is not the address of the service. Check the proxy and the database of this n8n.';

const database = refusedBy('10.0.0.7', 5432);
const unknownProxy = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.example' };

it.each<[error: object, host: string, title: string, isElsewhere: boolean]>([
	[database, HOST, 'The connection to 10.0.0.7:5432 was refused', true],
	[database, `${HOST}:8443`, 'The connection to 10.0.0.7:5432 was refused', true],
	[database, '[::1]', 'The connection to 10.0.0.7:5432 was refused', true],
	[wrapped(unknownProxy), HOST, 'The host proxy.example was not found', true],
	[
		wrapped({ ...unknownProxy, hostname: HOST }),
		`${HOST}:1`,
		`The host ${HOST}:1 was not found`,
		false,
	],
	[refusedBy('10.0.0.7', 443), HOST, `The connection to ${HOST} was refused`, false],
	[refusedBy('10.0.0.7', 80), HOST, `The connection to ${HOST} was refused`, false],
	[
		refusedBy('10.0.0.7', 4010),
		'x.example:4010',
		'The connection to x.example:4010 was refused',
		false,
	],
	[refusedBy('10.0.0.7', 443), '[::1]', 'The connection to [::1] was refused', false],
])(
	'a proxy or a database is not taken for the service: %j, %s',
	(error, host, title, isElsewhere) => {
		const failure = failureOf(error, host);
		expect([failure.message, failure.advice.startsWith(ELSEWHERE)]).toEqual([title, isElsewhere]);
		expect(failure.neverSent).toBe(true);
	},
);

const BLOCKED = [
	`This n8n does not allow requests to ${HOST}`,
	"Check 'Base URL' in the credential. If it is right, ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.",
] as const;
const blocked = (name: string) => Object.assign(new Error('blocked'), { name });
const NO_KEY = new UserError("'API Key' in the credential is empty", 'Enter it.');
const NO_DOMAIN = { description: 'See the credential', message: 'Domain not allowed' };

it.each<[what: string, error: unknown, neverSent: boolean, message: string, advice: string]>([
	['the protection of n8n', blocked('SsrfBlockedIpError'), true, ...BLOCKED],
	['the same, while it connected', inside(blocked('SsrfBlockedHostnameError')), true, ...BLOCKED],
	['a UserError', NO_KEY, true, NO_KEY.message, NO_KEY.advice],
	['a UserError that n8n wrapped', inside(NO_KEY), true, NO_KEY.message, NO_KEY.advice],
	['an error of n8n', NO_DOMAIN, false, NO_DOMAIN.message, NO_DOMAIN.description],
	['nothing', undefined, false, 'undefined', ''],
])('what will not pass is told in its own words: %s', (_, error, neverSent, message, advice) => {
	const failure = failureOf(error);
	expect(textsOf(failure)).toEqual({ message, advice });
	expect(failure).toMatchObject({ neverSent, mayPass: false });
});
