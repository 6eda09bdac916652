export interface WorkflowStep {
	uses?: string;
	run?: string;
	if?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}

export interface WorkflowJob {
	needs?: string;
	permissions?: Record<string, string>;
	steps: WorkflowStep[];
}

/** A file of `.github/workflows`. */
export function workflow(name: string): {
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	concurrency: { group: string; 'cancel-in-progress': boolean };
	jobs: Record<string, WorkflowJob>;
};
