/*
 * Runs a program that is no script of Node.js, such as a database, as a child of this script: a script
 * can be told to end with the process that started it (endWithParent.mjs), and takes the program along.
 */
import { spawn } from 'node:child_process';

const { command, args, stopSignal, ...options } = JSON.parse(process.argv[2]);
const child = spawn(command, args, { stdio: 'inherit', ...options });
child.on('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => child.kill(stopSignal));
process.on('exit', () => child.kill('SIGKILL'));
