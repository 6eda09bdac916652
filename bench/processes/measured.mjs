/*
 * One measured run, in a process of its own: loads a contestant, lets it do a small piece of the same
 * work, so that neither loading nor compiling is measured, and then the work itself, when it is told
 * to.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const kilobyte = 1024;
const nanosecondsPerMs = 1e6;

const { contestant, work, warmUp, connection } = JSON.parse(process.argv[2]);
const { prepare } = await import(`../contestants/${contestant.module}.mjs`);

const prepared = await prepare(contestant, connection);
globalThis.gc();
const baseline = process.memoryUsage.rss();
await prepared.run(warmUp);
globalThis.gc();

const told = new Promise((resolve) => process.once('message', resolve));
process.channel.ref();
process.send({ ready: true });
await told;

// A finer one costs CPU time itself, and most where a run waits.
const resolution = 10;
const eventLoop = monitorEventLoopDelay({ resolution });
eventLoop.enable();
const cpuBefore = process.cpuUsage();
const start = performance.now();
const items = await prepared.run(work);
const wallMs = performance.now() - start;
const cpu = process.cpuUsage(cpuBefore);
// The last turn is counted too once the histogram has looked at the clock again, by a timer of its own.
await new Promise((resolve) => setTimeout(resolve, 5 * resolution));
eventLoop.disable();
const peak = process.resourceUsage().maxRSS * kilobyte;

// Ends it, when whoever started it lets go.
process.once('disconnect', () => process.exit());
process.send({
	result: {
		items,
		wallMs,
		blockMs: eventLoop.max / nanosecondsPerMs,
		cpuMs: (cpu.user + cpu.system) / 1000,
		peakBytes: peak,
		grownBytes: Math.max(0, peak - baseline),
	},
});
