/*
 * jest gives each test file a global object and modules of its own, and loading n8n's packages into
 * that takes longer than most files run. Here the files of a process share Node's own global object,
 * and so the packages that `transform.js` names, which are loaded once. The package's own sources are
 * still loaded for each file.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** jest compiles every module for the context of the test file, and has no option to leave it where it is. */
const replaced = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(
		source,
		parameters,
		replaced.has(parsingContext) ? options : { ...options, parsingContext },
	);

module.exports = class SharedEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { projectConfig } = config;
		this.earlier = new Set(Reflect.ownKeys(globalThis));
		// jest wraps both for each file.
		this.kept = { console: globalThis.console, exit: process.exit };
		replaced.add(this.context);
		this.global = globalThis;
		Object.assign(globalThis, projectConfig.globals, { requireOnce: require });
		const FakeTimers = this.fakeTimersModern.constructor;
		this.fakeTimersModern = new FakeTimers({ config: projectConfig, global: globalThis });
	}

	/** What jest and a test file leave in the global object would reach the next file. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		await super.teardown();
		globalThis.console = this.kept.console;
		process.exit = this.kept.exit;
		// n8n sets the zone to that of the workflow that it runs.
		Object.assign(require('luxon').Settings, { defaultZone: 'system', defaultLocale: null });
		for (const name of Reflect.ownKeys(globalThis)) {
			if (!this.earlier.has(name)) Reflect.deleteProperty(globalThis, name);
		}
	}
};
