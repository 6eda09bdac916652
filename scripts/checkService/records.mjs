import { endOf, startOf } from './probe.mjs';

/** Fields to filter by, with how the package uses them. */
const TEXT_FIELDS = ['Id', 'Company', 'Status', 'Assistant', 'AssistantName', 'PhoneNumber'];

/** Whether the starts go down or up. */
function orderOf(data) {
	const times = data.map(startOf).filter(Number.isFinite);
	if (new Set(times).size < 2) return 'not seen: too few calls';
	const steps = times.slice(1).map((time, index) => time - times[index]);
	if (steps.every((step) => step <= 0)) return 'newest first';
	return steps.every((step) => step >= 0) ? 'oldest first' : 'in another order';
}

/** What a list says, or why there is none. */
function resultOf({ status, words, records }, found) {
	if (records) return found(records);
	return status === 200 ? 'no list' : `rejected with ${status}${words && `: ${words}`}`;
}

const isText = (value) => typeof value === 'string' && value !== '';

/** The entries of a field that is a list by docs/api.md, whatever a service sends. */
const entriesOf = (record, field) => [record[field] ?? []].flat().filter(isText);

export async function checkOrder(list, row, first) {
	row('Order without a sort', orderOf(first.records), 'any');
	const wanted = { desc: 'newest first, or 400 or 422', asc: 'oldest first' };
	for (const [direction, assumed] of Object.entries(wanted)) {
		const response = await list({ sort: `StartedAt:${direction}` });
		row(`Sort StartedAt:${direction}`, resultOf(response, orderOf), assumed);
	}
}

export async function checkFilters(list, row, first) {
	const data = first.records;
	/** Asks with a filter, and compares what comes with it. */
	const check = async (filter, matches, assumed = 'only calls that match') => {
		const response = await list({ filter });
		const judge = (found) => {
			if (found.length === 0) return 'no calls';
			return found.every(matches)
				? 'only calls that match'
				: 'ignored: also calls that do not match';
		};
		row(`Filter ${filter.split(':').slice(0, 2).join(':')}`, resultOf(response, judge), assumed);
	};
	for (const field of TEXT_FIELDS) {
		const value = data
			.map((record) => record[field])
			.find((text) => isText(text) && text !== 'Web');
		if (value === undefined)
			row(`Filter ${field}:==`, 'not seen: no value', 'only calls that match');
		else await check(`${field}:==:${value}`, (record) => record[field] === value);
	}
	await check('Status:not:archive', ({ Status }) => Status !== 'archive');
	for (const field of ['Keywords', 'Flags']) {
		const values = data.flatMap((record) => entriesOf(record, field));
		const [value] = values.map((text) => text.split(',')[0].trim()).filter(Boolean);
		const has = (record) => entriesOf(record, field).some((text) => text.includes(value));
		if (value === undefined) row(`Filter ${field}:array-contains-any`, 'not seen: no value', '');
		else await check(`${field}:array-contains-any:${value}`, has);
	}
	const unknown = await list({ check_service: '1' });
	row(
		'Unknown query parameter',
		resultOf(unknown, () => 'ignored'),
		'ignored, or 400 or 422',
	);
}

export async function checkErrors(probe, row, { path, header, prefix }) {
	const describe = ({ status, words }) => `${status}${words ? `: ${words}` : ', no words'}`;
	const wrongKey = await probe.send({ path, header, prefix, key: 'check-service' });
	row('Error of a wrong key', describe(wrongKey), '401 or 403, with words');
	const noCall = await probe.send({ path: `${path}/check-service`, header, prefix });
	row('Error of a wrong ID', describe(noCall), '404');
}

export async function checkRecords(probe, row, { path, header, prefix }, first) {
	const data = first.records;
	const record = data.find(({ Id }) => isText(Id) && Id.isWellFormed());
	if (record) {
		const { status, body } = await probe.send({
			...{ path: `${path}/${encodeURIComponent(record.Id)}`, header, prefix },
		});
		const isCall = status === 200 && body?.Id === record.Id;
		row('One call', isCall ? `${path}/{id}` : `${status}`, `${path}/{id}`);
	}
	const inProgress = data.filter((each) => endOf(each) === undefined);
	const shown = [...new Set(inProgress.map(({ EndedAt }) => JSON.stringify(EndedAt) ?? 'missing'))];
	row('EndedAt in progress', shown.join(', ') || 'not seen', 'missing, empty or before 2000');
	const undated = data.filter((each) => startOf(each) === undefined);
	row(
		'Calls without a readable StartedAt',
		`${undated.length} of ${data.length}`,
		'any: they count as just ringing',
	);
}
