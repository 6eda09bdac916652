/*
 * The compiled package, as n8n loads it, and the n8n-core under test. Another n8n-core can be put in
 * its place by N8N_CORE_FOLDER, a folder with a node_modules of its own; jest then maps n8n-workflow
 * to the same folder, since n8n and the package must share one copy.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const folder = process.env.N8N_CORE_FOLDER;

/** @type {typeof import('n8n-core')} */
const core = folder ? createRequire(join(folder, 'index.js'))('n8n-core') : require('n8n-core');

/**
 * @type {{
 * 	VoiceAssistantCalls: new () => import('n8n-workflow').INodeType,
 * 	VoiceAssistantCallsTrigger: new () => import('n8n-workflow').INodeType,
 * 	VoiceAssistantCallsApi: new () => import('n8n-workflow').ICredentialType,
 * }}
 */
const {
	VoiceAssistantCalls,
	VoiceAssistantCallsTrigger,
	VoiceAssistantCallsApi,
} = require('../../index.js');

/** @type {typeof import('../../nodes/service/transport')} */
const { connect } = require('../../dist/nodes/service/transport.js');

module.exports = {
	core,
	/** Whether it is not the n8n-core that the package is developed with. */
	isOlderN8n: folder !== undefined,
	VoiceAssistantCalls,
	VoiceAssistantCallsTrigger,
	VoiceAssistantCallsApi,
	connect,
	/**
	 * Which of n8n's engines evaluates expressions: `vm` as in production.
	 *
	 * @type {'legacy' | 'vm'}
	 */
	expressionEngine: process.env.EXPRESSION_ENGINE === 'vm' ? 'vm' : 'legacy',
};
