/** Runs the code of a template's Code node with the variables that n8n would give it. */
export function templateCode<Result>(
	template: string,
	node: string,
): (variables: Record<string, unknown>) => Result;
