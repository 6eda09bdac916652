/** All files below a folder of the repository, as paths from its root. */
export function filesBelow(folder: string): string[];
export function exists(path: string): boolean;
export function read(path: string): string;
