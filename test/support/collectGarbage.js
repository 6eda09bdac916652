/* Plain JavaScript, since it needs a module of Node.js. */
const { runInNewContext } = require('node:vm');
const { setFlagsFromString } = require('node:v8');

/** Frees what nobody holds, as Node.js does in its own time. */
function collectGarbage() {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

module.exports = { collectGarbage };
