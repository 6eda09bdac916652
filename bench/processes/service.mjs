/*
 * The service of a case, in a process of its own, so that its work is not counted as a contestant's:
 * the sandbox, as anybody can start it. A page of 100 records costs it about 0.3 ms.
 *
 * It is told what to do by messages: `begin` (with the faults from here on), `end` (answers with what
 * arrived since).
 */
import diagnostics from 'node:diagnostics_channel';
import { openSandbox } from '../../scripts/standIns/sandbox.mjs';

const warmUpPages = 300;

let connections = new Set();
diagnostics.subscribe('http.server.request.start', ({ socket }) => connections.add(socket));

function begin(sandbox, faults) {
	sandbox.clear();
	connections = new Set();
	for (const fault of faults) sandbox.fault(fault);
}

function end(sandbox) {
	const counts = {
		requests: sandbox.log.length,
		connections: connections.size,
		placed: sandbox.placed.length,
		mostAtOnce: sandbox.inFlight.max,
	};
	sandbox.clear();
	connections = new Set();
	return counts;
}

/** Pages of the first contestant must not cost more than those of the last. */
async function warmUp({ url, apiKey, calls }) {
	let cursor = '';
	for (let page = 0; page < warmUpPages && calls.length > 0; page++) {
		const query = cursor && `?cursor=${encodeURIComponent(cursor)}`;
		const answer = await fetch(`${url}/public/calls${query}`, {
			headers: { Authorization: apiKey },
		});
		({ nextCursor: cursor } = await answer.json());
	}
}

const options = JSON.parse(process.argv[2]);
const sandbox = await openSandbox({
	turnSeconds: 0,
	...options,
	...(options.newest && { newest: new Date(options.newest) }),
});
await warmUp(sandbox);

process.on('message', (message) => {
	if (message.do === 'begin') process.send({ begun: begin(sandbox, message.faults) ?? true });
	if (message.do === 'end') process.send({ counts: end(sandbox) });
});
// The channel is what keeps the processes together; the guard in front of this script lets go of it.
process.channel.ref();
process.send({ url: sandbox.url, apiKey: sandbox.apiKey });
