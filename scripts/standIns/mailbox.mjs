import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '../process/ports.mjs';
import { n8nHome } from '../setup/paths.mjs';
import { serve } from './serve.mjs';

const host = '127.0.0.1';

const safe = (text) => String(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Mails hold what strangers said: nothing in them may run or load anything. */
const onlyLooks = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const lineOf = ({ to, subject, at }, index) =>
	`<p>${at.toLocaleTimeString()} <a href="/mails/${index + 1}">${safe(subject || '(no subject)')}</a> to ${safe(to.join(', '))}</p>`;

const listPage = (mails) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Local mailbox</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 48rem; margin: 2rem auto"><h1>Local mailbox</h1>
<p>Emails that your workflows sent. They stay here and reach nobody. Reload this page to see new ones.</p>
${mails.map(lineOf).reverse().join('\n') || '<p>There are no mails yet.</p>'}</body></html>`;

/** The pages: the list of mails, and each mail as its reader would see it. */
async function openPages(mails, wantedPort) {
	const show = (path) => {
		if (path === '/') return listPage(mails);
		const mail = mails[Number(/^\/mails\/(\d+)$/.exec(path)?.[1]) - 1];
		return mail && (mail.html || `<pre>${safe(mail.text)}</pre>`);
	};
	const listener = (request, response) => {
		const page = show(request.url);
		response
			.writeHead(page === undefined ? 404 : 200, {
				'content-type': 'text/html; charset=utf-8',
				'content-security-policy': onlyLooks,
			})
			.end(page ?? 'There is no such mail.');
	};
	return await serve(listener, await freePort(wantedPort));
}

/**
 * Starts a mail server that delivers nothing: it keeps what it was sent, for whoever tries the
 * examples and for the tests, and shows it on a page.
 * @param {number} [pagePort] The port that is preferred for the page; default: any.
 * @returns {Promise<{ credential: { name: string, type: string, data: object }, url: string,
 * mails: Array<{ to: string[], source: string, subject: string, html: string, text:
 * string, at: Date }>, close: () => Promise<void> }>} A credential for n8n, the page's address, and
 * the mails so far, oldest first; `source` is the mail as it was sent.
 */
export async function openMailbox(pagePort) {
	const require = createRequire(join(n8nHome, 'package.json'));
	const { SMTPServer } = require('smtp-server');
	const { simpleParser } = require('mailparser');
	const mails = [];
	const keep = async (stream, { rcptTo }) => {
		const source = Buffer.concat(await stream.toArray());
		const { subject = '', html, text = '' } = await simpleParser(source);
		mails.push({
			to: rcptTo.map(({ address }) => address),
			source: source.toString('utf8'),
			...{ subject, html: html || '', text, at: new Date() },
		});
	};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData: (stream, { envelope }, done) => keep(stream, envelope).then(() => done(), done),
	});
	server.listen(0, host);
	await once(server.server, 'listening');
	const { port } = server.server.address();
	const pages = await openPages(mails, pagePort);
	const access = { user: '', password: '', host, port, hostName: '' };
	return {
		credential: {
			name: 'Local mail server',
			type: 'smtp',
			data: { ...access, secure: false, disableStartTls: true },
		},
		url: pages.url,
		mails,
		close: async () => {
			await pages.close();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
