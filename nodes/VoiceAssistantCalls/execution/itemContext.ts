import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
	NodeParameterValueType,
} from 'n8n-workflow';

import type { ApiClient, RetryPolicy } from '../../shared/client';
import type { Paging } from '../../shared/pagination';
import { readRequestOptions } from '../../shared/requestOptions';
import { UserError } from '../../shared/userError';
import type { NodeContext, Run } from './run';

type ReadParameter = (
	name: string,
	fallback: unknown,
	options?: IGetNodeParameterOptions,
) => unknown;

/** One input item, as the operations see it. */
export class ItemContext {
	/**
	 * @param context n8n's context
	 * @param index the position of the item in the input, from 0
	 * @param run the run to which it belongs
	 * @param json the fields of the item
	 * @param readParameter evaluates a field of the form for this item
	 */
	private constructor(
		private readonly context: NodeContext,
		readonly index: number,
		private readonly run: Run,
		private readonly json: unknown,
		private readonly readParameter: ReadParameter,
	) {}

	/** An item of a list that an operation sees as a whole. */
	static ofList(context: IExecuteFunctions, index: number, json: unknown, run: Run): ItemContext {
		return new ItemContext(context, index, run, json, (name, fallback, options) =>
			context.getNodeParameter(name, index, fallback, options),
		);
	}

	/** The item that n8n's RoutingNode hands over. */
	static ofSingle(context: IExecuteSingleFunctions, run: Run): ItemContext {
		return new ItemContext(
			context,
			context.getItemIndex(),
			run,
			context.getInputData()?.json,
			(name, fallback, options) =>
				context.getNodeParameter(name, fallback as NodeParameterValueType, options),
		);
	}

	/** The workflow's time zone, an IANA name. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	/** The value of a field, its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown {
		return this.readParameter(name, fallback);
	}

	/** The value that was chosen in a resource locator, from the list or typed. */
	chosen(name: string): unknown {
		return this.readParameter(name, '', { extractValue: true });
	}

	/** A field of the input item itself. */
	field(name: string): unknown {
		return (this.json as IDataObject | undefined)?.[name];
	}

	/** Whether a field has an expression, so that an empty value means that it found nothing. */
	isExpression(name: string): boolean {
		const value = this.context.getNode().parameters[name];
		return typeof value === 'string' && value.startsWith('=');
	}

	/** @throws UserError if the item is none, as a faulty node before this one can make it */
	assertHasFields(): void {
		if (typeof this.json === 'object' && this.json !== null && !Array.isArray(this.json)) return;
		throw new UserError(
			'The input item has no fields: its "json" is not an object',
			'Check the node before this one. Each of its items must have the form { "json": { … } }.',
		);
	}

	/**
	 * @param retries how a GET is repeated, where not as usual
	 * @throws UserError if the credential or Request Options cannot be used
	 */
	async client(retries?: RetryPolicy): Promise<ApiClient> {
		const requestOptions = readRequestOptions(this.parameter('requestOptions', {}));
		return (await this.run.connect(this.context)).client({ requestOptions, retries });
	}

	/** How pages are asked for; see `Transport.paging`. */
	async paging(pageSize?: number): Promise<Paging> {
		return (await this.run.connect(this.context)).paging(pageSize);
	}
}
