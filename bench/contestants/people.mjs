/** So many people to call, each another. */
export const people = (count) =>
	Array.from({ length: count }, (_, index) => ({
		assistant: 'assistant-mara',
		phone: `+1202555${1000 + index}`,
		name: `Ada ${index}`,
		company: `Sandbox Corp ${index}`,
	}));
