/*
 * Loaded into a child process ahead of its program. The child ends in its own orderly way when the
 * process that started it lets go of it, or is gone, however that went.
 */
const graceMs = 10_000;
const terminated = 143;

process.on('disconnect', () => {
	// On Windows a signal would kill at once; there its listeners are called instead.
	if (process.platform !== 'win32') process.kill(process.pid, 'SIGTERM');
	else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(terminated);
	setTimeout(() => process.exit(terminated), graceMs).unref();
});
process.channel?.unref();
