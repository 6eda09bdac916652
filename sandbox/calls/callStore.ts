import type { Call, PlacedCall } from '../api';
import { Random } from '../random';
import type { Settings } from '../settings';
import { company, findAssistant, type Assistant } from './assistants';
import { writeConversation, type Conversation } from './conversation';
import { decideOutcome, type Keyword, type Variables } from './outcomes';
import { fictionalNumber } from './phoneNumbers';

/** Calls that people make to the company. */
export interface IncomingCalls {
	/** How many begin at the same moment. Default 1. */
	count?: number;
	/** Which assistant answers. Default `assistant-mara`. */
	assistantId?: string;
	/** Default: another number for each call; `Web` for a call from a web channel. */
	phoneNumber?: string;
	/** The keyword that each call gets at its end. Default: that of the assistant. */
	keyword?: Keyword;
	/** Default: its turns, each `turnSeconds` long. */
	durationSeconds?: number;
}

interface OngoingCall {
	call: Call;
	conversation: Conversation;
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

/** An assistant hangs up after it rang that long, counted in spoken turns. */
const turnsOfRinging = 5;

/** Keeps the call records, places calls and takes calls. */
export class CallStore {
	/** Every call that was placed. */
	readonly placed: PlacedCall[] = [];
	private readonly ongoing = new Map<string, OngoingCall>();
	private readonly numbersCalled = new Set<string>();
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
	place(assistant: Assistant, phoneNumber: string, variables: Variables): void {
		const isFirstCall = !this.numbersCalled.has(phoneNumber);
		this.numbersCalled.add(phoneNumber);
		const outcome = decideOutcome(assistant.keyword, phoneNumber, variables, isFirstCall);
		const conversation = writeConversation(assistant, outcome, variables);
		const { StartedAt } = this.begin(assistant, phoneNumber, conversation);
		this.placed.push({
			assistant_id: assistant.id,
			phone_number: phoneNumber,
			// fromEntries defines the properties, so that `__proto__` becomes one like the others.
			variables: Object.fromEntries(variables),
			at: StartedAt,
		});
	}

	/**
	 * Takes calls that people make to the company.
	 *
	 * @returns their records, the one that began last first
	 * @throws {ApiError} where there is no such assistant
	 */
	receive(incoming: IncomingCalls): Call[] {
		const { count = 1, assistantId = 'assistant-mara', phoneNumber, durationSeconds } = incoming;
		const assistant = findAssistant(assistantId);
		const conversation = writeConversation(assistant, incoming.keyword ?? assistant.keyword);
		for (let begun = 0; begun < count; begun++) {
			const caller = phoneNumber ?? fictionalNumber(this.callers);
			this.begin(assistant, caller, conversation, durationSeconds);
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
		const ongoing = this.ongoing.get(id);
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
		this.ongoing.delete(id);
		return true;
	}

	private begin(
		{ id, name }: Assistant,
		phoneNumber: string,
		conversation: Conversation,
		durationSeconds?: number,
	): Call {
		const startedAt = this.options.now();
		const turns = conversation.Transcript.length || turnsOfRinging;
		const seconds = durationSeconds ?? turns * this.options.settings.turnSeconds;
		const call: Call = {
			Id: this.ids.uuid(),
			Company: company.Id,
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
		const endsAt = startedAt + seconds * 1000;
		this.ongoing.set(call.Id, { call, conversation, startedAt, endsAt });
		return call;
	}

	/**
	 * Takes each call as far as it has come. It rings first; its turns are spoken at even distances;
	 * with the last one it ends. Summary, keywords and flags come with the end.
	 */
	private updateOngoing(): void {
		const now = this.options.now();
		for (const { call, conversation, startedAt, endsAt } of this.ongoing.values()) {
			const { mood, ...texts } = conversation;
			const { Transcript } = texts;
			if (now < endsAt) {
				const spoken = ((now - startedAt) * Transcript.length) / (endsAt - startedAt);
				call.Transcript = Transcript.slice(0, Math.max(0, Math.floor(spoken)));
				continue;
			}
			const channel = call.PhoneNumber === 'Web' ? 'web' : 'phone';
			const EndedAt = new Date(endsAt).toISOString();
			Object.assign(call, texts, { EndedAt, Flags: [`${mood}, ${channel}`] });
			this.ongoing.delete(call.Id);
		}
	}
}
