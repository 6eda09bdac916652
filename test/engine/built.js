/*
 * The compiled package, as n8n loads it, and the n8n-core under test. Another n8n-core can be put in
 * its place by N8N_CORE_FOLDER, a folder with a node_modules of its own; jest then maps n8n-workflow
 * to the same folder, since n8n and the package must share one copy.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const folder = process.env.N8N_CORE_FOLDER;
const core = folder ? createRequire(join(folder, 'index.js'))('n8n-core') : require('n8n-core');
const { VoiceAssistantCalls, VoiceAssistantCallsApi } = require('../../index.js');
const { connect } = require('../../dist/nodes/shared/transport.js');
const {
	undocumentedResource,
} = require('../../dist/nodes/VoiceAssistantCalls/resources/undocumented.js');

module.exports = {
	core,
	isOlderN8n: folder !== undefined,
	VoiceAssistantCalls,
	VoiceAssistantCallsApi,
	connect,
	undocumentedResource,
	expressionEngine: process.env.EXPRESSION_ENGINE ?? 'legacy',
};
