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
	environment?: string;
	/** Another workflow of this repository; such a job has no steps. */
	uses?: string;
	steps?: WorkflowStep[];
}

/** A file of `.github/workflows`. */
export function workflow(name: string): {
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	concurrency?: { group: string; 'cancel-in-progress': boolean };
	jobs: Record<string, WorkflowJob>;
};

/** Another YAML file of the repository, by its path. */
export function yaml<Content>(path: string): Content;
