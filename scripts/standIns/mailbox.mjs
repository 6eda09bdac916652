import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '../process/ports.mjs';
import { n8nHome } from '../setup/paths.mjs';

const host = '127.0.0.1';

const safe = (text) => String(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Mails hold what strangers said: nothing in them may run or load anything. */
const onlyLooks = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const listPage = (mails) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Local mailbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
td,th{text-align:left;white-space:nowrap;padding:.3rem 1rem .3rem 0;vertical-align:top}</style></head>
<body><h1>Local mailbox</h1><p>Emails that your workflows sent. They stay here and reach nobody. Reload this page to see new ones.</p>
${mails.length === 0 ? '<p>There are no mails yet.</p>' : ''}
<table>${mails
	.map(
		({ to, subject, at }, index) =>
			`<tr><td>${at.toLocaleTimeString()}</td><td><a href="/mails/${index + 1}">${safe(subject || '(no subject)')}</a></td><td>${safe(to.join(', '))}</td></tr>`,
	)
	.reverse()
	.join('')}</table></body></html>`;

/** The pages: the list of mails, and each mail as its reader would see it. */
async function openPages(mails, wantedPort) {
	const show = (path) => {
		if (path === '/') return listPage(mails);
		const mail = mails[Number(/^\/mails\/(\d+)$/.exec(path)?.[1]) - 1];
		return mail && (mail.html || `<pre>${safe(mail.text)}</pre>`);
	};
	const server = createServer((request, response) => {
		const page = show(request.url);
		response
			.writeHead(page === undefined ? 404 : 200, {
				'content-type': 'text/html; charset=utf-8',
				...(request.url === '/' ? {} : { 'content-security-policy': onlyLooks }),
			})
			.end(page ?? 'There is no such mail.');
	});
	const port = await freePort(wantedPort);
	server.listen(port, host);
	await once(server, 'listening');
	return {
		url: `http://${host}:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/**
 * Starts a mail server that delivers nothing: it keeps what it was sent, for whoever tries the
 * examples and for the tests, and shows it on a page.
 * @param {number} [pagePort] The port that is preferred for the page; default: any.
 * @returns {Promise<{ credential: { name: string, type: string, data: object }, url: string,
 * mails: Array<{ from: string, to: string[], source: string, subject: string, html: string, text:
 * string, at: Date }>, close: () => Promise<void> }>} A credential for n8n, the page's address, and
 * the mails so far, oldest first; `source` is the mail as it was sent.
 */
export async function openMailbox(pagePort) {
	const require = createRequire(join(n8nHome, 'package.json'));
	const { SMTPServer } = require('smtp-server');
	const { simpleParser } = require('mailparser');
	const mails = [];
	const keep = async (source, { mailFrom, rcptTo }) => {
		const { subject = '', html, text = '' } = await simpleParser(source);
		mails.push({
			from: mailFrom.address,
			to: rcptTo.map(({ address }) => address),
			source: source.toString('utf8'),
			subject,
			html: html || '',
			text,
			at: new Date(),
		});
	};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, { envelope }, done) {
			const parts = [];
			stream.on('data', (part) => parts.push(part));
			stream.on('end', () => keep(Buffer.concat(parts), envelope).then(() => done(), done));
		},
	});
	server.listen(0, host);
	await once(server.server, 'listening');
	const pages = await openPages(mails, pagePort);
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
		url: pages.url,
		mails,
		close: async () => {
			await pages.close();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
