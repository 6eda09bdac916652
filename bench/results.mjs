/** The middle one; of an even number the mean of the two in the middle. */
function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const measured = ['wallMs', 'cpuMs', 'blockMs', 'peakBytes', 'grownBytes'];

/**
 * The medians of a case, each measured quantity by itself.
 * @param {Map<string, object[]>} runs See rounds.mjs.
 * @returns {Map<string, object>} By contestant.
 */
export function mediansOf(runs) {
	return new Map(
		[...runs].map(([name, all]) => [
			name,
			{
				requests: all[0].requests,
				items: all[0].items,
				...Object.fromEntries(measured.map((key) => [key, median(all.map((run) => run[key]))])),
			},
		]),
	);
}
