/** How services with this API differ from its reference; see docs/api.md, Other services. */
export interface Dialect {
	/** The path of Call Create; lists and single calls are below `/public/calls` in all of them. */
	createPath: string;
	/** The header that carries the key. */
	keyHeader: (method: string) => 'Authentication' | 'Authorization';
	/** What stands before the key in it. */
	keyPrefix: string;
}

export const dialects = {
	/** As docs/api.md has it. */
	documented: {
		createPath: '/calls',
		keyHeader: (method) => (method === 'POST' ? 'Authentication' : 'Authorization'),
		keyPrefix: '',
	},
	/** Everything below `/public`, with `Authorization: Bearer`. */
	bearer: {
		createPath: '/public/calls',
		keyHeader: () => 'Authorization',
		keyPrefix: 'Bearer ',
	},
	/** Everything below `/public`, with `Authentication`. */
	authentication: {
		createPath: '/public/calls',
		keyHeader: () => 'Authentication',
		keyPrefix: '',
	},
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
