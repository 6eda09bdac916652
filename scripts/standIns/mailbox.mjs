import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nHome } from '../lib/paths.mjs';

const host = '127.0.0.1';

/**
 * Starts a mail server that delivers nothing: it keeps what it was sent, for whoever tries the
 * examples and for the tests.
 * @returns {Promise<{ credential: { name: string, type: string, data: object },
 * mails: Array<{ from: string, to: string[], source: string }>, close: () => Promise<void> }>} A
 * credential for n8n, and the mails so far, oldest first; `source` is the mail as it was sent.
 */
export async function openMailbox() {
	const { SMTPServer } = createRequire(join(n8nHome, 'package.json'))('smtp-server');
	const mails = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, { envelope }, done) {
			const parts = [];
			stream.on('data', (part) => parts.push(part));
			stream.on('end', () => {
				const source = Buffer.concat(parts).toString('utf8');
				const to = envelope.rcptTo.map(({ address }) => address);
				mails.push({ from: envelope.mailFrom.address, to, source });
				done();
			});
		},
	});
	await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, host, resolve);
	});
	return {
		credential: {
			name: 'Local mail server',
			type: 'smtp',
			data: {
				user: '',
				password: '',
				host,
				port: server.server.address().port,
				secure: false,
				disableStartTls: true,
				hostName: '',
			},
		},
		mails,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}
