export function runScript(
	path: string,
	args?: string[],
	settings?: Record<string, string>,
): { status: number | null; stdout: string; output: string };

export function copyOf(paths: string[]): {
	folder: string;
	change: (path: string, edit: (text: string) => string) => void;
	remove: () => void;
};
