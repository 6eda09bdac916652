module.exports = {
	...require('./dist/credentials/VoiceAssistantCallsApi.credentials.js'),
	...require('./dist/nodes/VoiceAssistantCalls/VoiceAssistantCalls.node.js'),
	...require('./dist/nodes/VoiceAssistantCallsTrigger/VoiceAssistantCallsTrigger.node.js'),
};
