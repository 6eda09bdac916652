/** Notes every promise that is rejected while nobody listens, from here until `stop`. */
export function watchRejections(): { readonly reasons: string[]; stop: () => void };

export function printTable(rows: Record<string, unknown>): void;
