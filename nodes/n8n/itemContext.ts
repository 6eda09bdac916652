import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
} from 'n8n-workflow';

import { asUserError, UserError } from './errors';
import { isPlainObject } from './values';

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

	/** The value of a field, its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown {
		return this.evaluate(name, () => this.readParameter(name, fallback));
	}

	/** The value that was chosen in a resource locator, from the list or typed. */
	chosen(name: string): unknown {
		return this.evaluate(name, () => this.readParameter(name, '', { extractValue: true }));
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

	/** Names the field whose expression n8n cannot evaluate: n8n itself does not. */
	private evaluate(name: string, read: () => unknown): unknown {
		try {
			return read();
		} catch (thrown) {
			throw cannotEvaluate(this.failing(name), asUserError(thrown));
		}
	}

	/** The label of a field; of a collection also that of the member that fails when it is read alone. */
	private failing(name: string): string {
		const written: unknown = this.n8n.getNode().parameters[name];
		const isCollection = isPlainObject(written) && !written.__rl;
		const member = Object.keys(isCollection ? written : {}).find((key) => {
			try {
				this.readParameter(`${name}.${key}`, undefined);
				return false;
			} catch {
				return true;
			}
		});
		return [name, member].flatMap((one) => (one ? [labelOf(one)] : [])).join(' > ');
	}
}

/** As the form writes it: a name of two words has a label of two words. */
function labelOf(name: string): string {
	const words = name.replace(/Id$/, '').replace(/[A-Z]/g, ' $&');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function cannotEvaluate(label: string, { message, advice }: UserError): UserError {
	return new UserError(`'${label}' cannot be evaluated: ${message}`, advice);
}
