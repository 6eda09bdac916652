import type { Call, PlacedCall } from './api';
import { assistantOf } from './assistants';
import { converse, progressOf, type Conversation } from './conversation';
import { Random } from './random';
import { companyId } from './records';

interface Ongoing {
	call: Call;
	conversation: Conversation;
	startedAt: number;
}

export interface RegisterOptions {
	/** The records to begin with. */
	calls: Call[];
	seed: number;
	turnSeconds: number;
	/** The time in milliseconds since 1970. */
	now: () => number;
}

/** Holds the call records and places new calls. */
export class CallRegister {
	readonly placed: PlacedCall[] = [];
	private readonly held: Call[];
	private readonly ongoing = new Set<Ongoing>();
	private readonly ids: Random;

	constructor(private readonly options: RegisterOptions) {
		this.held = options.calls;
		// A stream of its own: the ids of new calls do not depend on how many records there are.
		this.ids = new Random(options.seed ^ 0x5eed);
	}

	/** All records, each as far as its call has come; the call placed last is the first. */
	get calls(): Call[] {
		const now = this.options.now();
		for (const ongoing of this.ongoing) this.proceed(ongoing, now);
		return this.held;
	}

	/** Places a call that was found to be in order (API description 4.1). */
	place(assistantId: string, phoneNumber: string, variables: ReadonlyMap<string, string>): void {
		const startedAt = this.options.now();
		const assistant = assistantOf(assistantId);
		const at = new Date(startedAt).toISOString();
		const call: Call = {
			Id: this.ids.uuid(),
			Company: companyId,
			Status: 'unread',
			Assistant: assistant.id,
			AssistantName: assistant.name,
			PhoneNumber: phoneNumber,
			Summary: '',
			StartedAt: at,
			EndedAt: '',
			Transcript: [],
			Keywords: [],
			Flags: [],
		};
		this.held.unshift(call);
		this.ongoing.add({ call, conversation: converse(assistant, variables), startedAt });
		this.placed.push({
			assistant_id: assistantId,
			phone_number: phoneNumber,
			// fromEntries defines the properties, so that `__proto__` becomes one like the others.
			variables: Object.fromEntries(variables),
			at,
		});
	}

	private proceed(ongoing: Ongoing, now: number): void {
		const { call, conversation, startedAt } = ongoing;
		const progress = progressOf(conversation, startedAt, now, this.options.turnSeconds);
		Object.assign(call, progress);
		if (progress.EndedAt !== '') this.ongoing.delete(ongoing);
	}
}
