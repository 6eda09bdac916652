module.exports = {
	...require('./dist/credentials/VoiceAssistantCallsApi.credentials.js'),
	...require('./dist/nodes/VoiceAssistantCalls/VoiceAssistantCalls.node.js'),
};
