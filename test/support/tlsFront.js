const net = require('node:net');
const tls = require('node:tls');
const { listen } = require('./listen');

/** Made for these tests and used for nothing else: it belongs to 127.0.0.1, and nobody vouches for it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUKQql4ycBS44yiJwRSOWn/RIiEyowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMjAwMzU1OFoYDzIxMjYxMDI5
MDAzNTU4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATXEv6XXHmohexiAIDpXhumW4ufDK+8BoWEUyYN0qs/iBE0ylrQxtjw
cTUVadxRboOhKdzLAri013PC8jr+mUQ/o2QwYjAdBgNVHQ4EFgQUE1UXTTQuLort
gZJQeArgMqvVw78wHwYDVR0jBBgwFoAUE1UXTTQuLortgZJQeArgMqvVw78wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQCsLzHf1zWDmMtNavR0UgGKtdYArEUq5JCVUiWdPbSpVAIhAK9Vgf7UP8ImpQKN
PPcGtSbONGcTE/5Bewz5y8lIFaWf
-----END CERTIFICATE-----`;
const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBHqQmkvlIN94HChb
jIBRA3XPuOK36HYNf7FMznAPpCyhRANCAATXEv6XXHmohexiAIDpXhumW4ufDK+8
BoWEUyYN0qs/iBE0ylrQxtjwcTUVadxRboOhKdzLAri013PC8jr+mUQ/
-----END PRIVATE KEY-----`;

/**
 * A server with a self-signed certificate that passes everything on.
 *
 * @param {string} target the URL of the sandbox
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} its URL begins with https
 */
async function startTlsFront(target) {
	const { hostname, port } = new URL(target);
	const options = { cert: CERTIFICATE, key: CERTIFICATE_KEY };
	const server = tls.createServer(options, (client) => {
		const service = net.connect({ host: hostname, port: Number(port) });
		for (const socket of [client, service]) socket.on('error', () => client.destroy());
		client.pipe(service).pipe(client);
	});
	server.on('tlsClientError', () => {});
	const front = await listen(server);
	return { url: `https://127.0.0.1:${front.port}`, close: front.close };
}

module.exports = { startTlsFront };
