import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
} from 'n8n-workflow';

import { asUserError, UserError } from './errors';

/** n8n's context of a node that runs: of a whole list, or of one item. */
export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What an operation declares in `routing.request`. */
export interface DeclaredRequest {
	method: 'GET' | 'POST';
	/** A path below the base URL. `{callsPath}` and `{createPath}` stand for those of the credential. */
	path: string;
}

/** What the items of one attempt of n8n have in common. */
export interface Attempt {
	/** The connection to the service: n8n reads the credential from its database each time it is asked. */
	connection?: Promise<unknown>;
}

/** Evaluates a field of the form for one item. */
export type ReadParameter = (
	name: string,
	fallback: unknown,
	options?: IGetNodeParameterOptions,
) => unknown;

/** One input item, as the operations see it. */
export class ItemContext {
	/**
	 * @param n8n n8n's context
	 * @param index the position of the item in the input, from 0
	 * @param attempt the attempt to which it belongs
	 * @param request what the operation declares
	 * @param json the fields of the item
	 */
	constructor(
		readonly n8n: NodeContext,
		readonly index: number,
		readonly attempt: Attempt,
		readonly request: DeclaredRequest,
		readonly json: unknown,
		private readonly readParameter: ReadParameter,
	) {}

	/** The workflow's time zone, an IANA name. */
	get timezone(): string {
		return this.n8n.getTimezone();
	}

	/** A field of the input item itself. */
	field(name: string): unknown {
		return (this.json as IDataObject | undefined)?.[name];
	}

	/** Whether a field has an expression, so that an empty value means that it found nothing. */
	isExpression(name: string): boolean {
		const value = this.n8n.getNode().parameters[name];
		return typeof value === 'string' && value.startsWith('=');
	}

	/** @throws UserError if the item has no fields, which a faulty node before this one can cause */
	assertHasFields(): void {
		if (typeof this.json === 'object' && this.json !== null && !Array.isArray(this.json)) return;
		throw new UserError(
			'The input item has no fields: its "json" is not an object',
			'Check the node before this one. Each of its items must have the form { "json": { … } }.',
		);
	}

	/** The value of a field, its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown {
		return this.read(name, fallback);
	}

	/** The value that was chosen in a resource locator, from the list or typed. */
	chosen(name: string): unknown {
		return this.read(name, '', { extractValue: true });
	}

	private read(...asked: Parameters<ReadParameter>): unknown {
		try {
			return this.readParameter(...asked);
		} catch (thrown) {
			throw cannotEvaluate(asked[0], asUserError(thrown));
		}
	}
}

/** What the form calls a field whose name has other words. */
const LABELS: Record<string, string> = {
	outputFields: 'Fields',
	recordId: 'ID',
	variablesExcept: 'Except Fields',
	variablesJson: 'Variables (JSON)',
	variablesMode: 'Enter Variables As',
};

/** Names the field, which n8n itself does not, as the form writes it: a name of two words has a label of two. */
function cannotEvaluate(name: string, { message, advice }: UserError): UserError {
	const words = name.replace(/Id$/, '').replace(/[A-Z]/g, ' $&');
	const label = LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
	return new UserError(`'${label}' cannot be evaluated: ${message}`, advice);
}
