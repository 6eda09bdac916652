/** What two clocks may differ by where the service does not tell its time. Milliseconds. */
const UNKNOWN_MS = 5000;

/** `Date` has whole seconds: the time is up to so much later. */
const SECOND_MS = 1000;

/**
 * How far the service's clock is ahead of n8n's, measured by the header `Date` of its responses (RFC 9110,
 * section 6.6.1). Each response gives two bounds, and several of them narrow the difference down.
 */
export class ServiceClock {
	/** Milliseconds that the service is ahead at least; negative where it is behind. */
	minAheadMs = -UNKNOWN_MS;

	/** Milliseconds that the service is ahead at most. */
	maxAheadMs = UNKNOWN_MS;

	/** Whether the service told its time. */
	isMeasured = false;

	/**
	 * @param date the header `Date`
	 * @param sentAt,receivedAt when n8n sent the request and had the response, milliseconds since 1970
	 */
	note(date: unknown, sentAt: number, receivedAt: number): void {
		const time = typeof date === 'string' ? Date.parse(date) : NaN;
		if (Number.isNaN(time)) return;
		const least = time - receivedAt;
		const most = time + SECOND_MS - sentAt;
		// Bounds that contradict the ones before: a clock was set in between.
		const isNew = !this.isMeasured || least > this.maxAheadMs || most < this.minAheadMs;
		this.minAheadMs = isNew ? least : Math.max(this.minAheadMs, least);
		this.maxAheadMs = isNew ? most : Math.min(this.maxAheadMs, most);
		this.isMeasured = true;
	}
}
