/*
 * Loaded into a child process ahead of its program. The child ends in its own orderly way when it
 * is told to, and also when the process that started it is gone, however that went.
 */
const graceMs = 10_000;
const terminated = 143;

function leave() {
	// On Windows a signal would kill at once; there its listeners are called instead.
	if (process.platform !== 'win32') process.kill(process.pid, 'SIGTERM');
	else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(terminated);
	setTimeout(() => process.exit(terminated), graceMs).unref();
}

process.on('message', (message) => {
	if (message === 'end') leave();
});
process.on('disconnect', leave);
process.channel?.unref();
