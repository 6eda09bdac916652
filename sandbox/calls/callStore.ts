import type { Call, PlacedCall } from '../api';
import { findAssistant } from './assistants';
import { answered, decideOutcome, outcomeNamed, type Variables } from './callOutcomes';
import { company } from './company';
import { progressOf, writeInboundCall, writeOutboundCall, type Conversation } from './conversation';
import { fictionalNumber } from './phoneNumbers';
import { Random } from '../random';
import type { Settings } from '../settings';

/** Calls that people make to the company. */
export interface IncomingCalls {
	/** How many begin at the same moment. Default 1. */
	count?: number;
	/** Which assistant answers. Default `assistant-mara`. */
	assistantId?: string;
	/** Default: another number for each call; `Web` for a call from a web channel. */
	phoneNumber?: string;
	/** The keyword that each call gets at its end. Default: that of the assistant. */
	keyword?: string;
	/** Default: its turns, each `turnSeconds` long. */
	durationSeconds?: number;
	/** How long ago the calls began that become known now. Default 0. */
	startedSecondsAgo?: number;
}

interface OngoingCall {
	call: Call;
	conversation: Conversation;
	channel: 'phone' | 'web';
	/** Milliseconds since 1970. */
	startedAt: number;
	endsAt: number;
}

export interface CallStoreOptions {
	/** The records to begin with. */
	calls: Call[];
	seed: number;
	settings: Settings;
	/** The time by the clock of the service, in milliseconds since 1970. */
	now: () => number;
}

/** Keeps the call records, places calls and takes calls. */
export class CallStore {
	/** Every call that was placed. */
	readonly placed: PlacedCall[] = [];
	private readonly ongoing = new Set<OngoingCall>();
	private readonly timesCalled = new Map<string, number>();
	private readonly ids: Random;
	private readonly callers: Random;

	constructor(private readonly options: CallStoreOptions) {
		// Streams of their own: new calls do not depend on how many records there are.
		this.ids = new Random(options.seed ^ 0x5eed);
		this.callers = new Random(options.seed ^ 0xca11);
	}

	/** All records, each as far as its call has come; the one that became known last is the first. */
	get calls(): Call[] {
		this.updateOngoing();
		return this.options.calls;
	}

	/** The records that lists show: all that began long enough ago. */
	get listed(): readonly Call[] {
		const { listDelaySeconds } = this.options.settings;
		if (listDelaySeconds === 0) return this.calls;
		const shownUntil = this.options.now() - listDelaySeconds * 1000;
		return this.calls.filter((call) => !(Date.parse(call?.StartedAt) > shownUntil));
	}

	/** Places a call whose request was found to be valid. */
	place(assistantId: string, phoneNumber: string, variables: Variables): void {
		const assistant = findAssistant(assistantId);
		const earlierCalls = this.timesCalled.get(phoneNumber) ?? 0;
		this.timesCalled.set(phoneNumber, earlierCalls + 1);
		const outcome = decideOutcome(assistant, phoneNumber, variables, earlierCalls);
		const conversation = writeOutboundCall(assistant, variables, outcome);
		const startedAt = this.options.now();
		this.begin(assistantId, phoneNumber, conversation, { startedAt });
		this.placed.push({
			assistant_id: assistantId,
			phone_number: phoneNumber,
			// fromEntries defines the properties, so that `__proto__` becomes one like the others.
			variables: Object.fromEntries(variables),
			at: new Date(startedAt).toISOString(),
		});
	}

	/**
	 * Takes calls that people make to the company.
	 *
	 * @returns their records, the one that began last first
	 */
	receive(incoming: IncomingCalls): Call[] {
		const { count = 1, assistantId = 'assistant-mara', startedSecondsAgo = 0 } = incoming;
		const assistant = findAssistant(assistantId);
		const named = outcomeNamed(incoming.keyword ?? '');
		const outcome = named?.kind === 'answered' ? named : answered(assistant.keyword);
		const startedAt = this.options.now() - startedSecondsAgo * 1000;
		for (let begun = 0; begun < count; begun++) {
			this.begin(
				assistantId,
				incoming.phoneNumber ?? fictionalNumber(this.callers),
				writeInboundCall(assistant, outcome),
				{ startedAt, durationSeconds: incoming.durationSeconds },
			);
		}
		return this.calls.slice(0, count);
	}

	/**
	 * Ends a call that goes on.
	 *
	 * @returns its record; undefined if no call of that ID goes on
	 */
	end(id: string): Call | undefined {
		this.updateOngoing();
		const ongoing = [...this.ongoing].find(({ call }) => call.Id === id);
		if (ongoing === undefined) return undefined;
		ongoing.endsAt = this.options.now();
		this.updateOngoing();
		return ongoing.call;
	}

	/**
	 * Deletes a record.
	 *
	 * @returns whether there was one of that ID
	 */
	remove(id: string): boolean {
		const { calls } = this.options;
		const index = calls.findIndex((call) => call?.Id === id);
		if (index < 0) return false;
		calls.splice(index, 1);
		for (const ongoing of this.ongoing) if (ongoing.call.Id === id) this.ongoing.delete(ongoing);
		return true;
	}

	private begin(
		assistantId: string,
		phoneNumber: string,
		conversation: Conversation,
		{ startedAt, durationSeconds }: { startedAt: number; durationSeconds?: number },
	): void {
		const { id, name } = findAssistant(assistantId);
		const seconds = durationSeconds ?? conversation.turns * this.options.settings.turnSeconds;
		const call: Call = {
			Id: this.ids.uuid(),
			Company: company.id,
			Status: 'unread',
			Assistant: id,
			AssistantName: name,
			PhoneNumber: phoneNumber,
			Summary: '',
			StartedAt: new Date(startedAt).toISOString(),
			EndedAt: '',
			Transcript: [],
			Keywords: [],
			Flags: [],
		};
		this.options.calls.unshift(call);
		const channel = phoneNumber === 'Web' ? 'web' : 'phone';
		this.ongoing.add({
			call,
			conversation,
			channel,
			startedAt,
			endsAt: startedAt + seconds * 1000,
		});
	}

	private updateOngoing(): void {
		const now = this.options.now();
		for (const ongoing of this.ongoing) {
			const { call, conversation, channel, startedAt, endsAt } = ongoing;
			Object.assign(call, progressOf(conversation, channel, startedAt, endsAt, now));
			if (call.EndedAt !== '') this.ongoing.delete(ongoing);
		}
	}
}
