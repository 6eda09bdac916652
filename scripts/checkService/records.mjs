import { Call, ifPossible, said } from './probe.mjs';

const startOf = (record) => ifPossible(() => new Call(record).start);
const endOf = (record) => ifPossible(() => new Call(record).end);

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
	row('hasMore', JSON.stringify(said(first.body, /^hasmore$/)[0]) ?? 'missing', 'true or false');
	row('Order without a sort', orderOf(first.records), 'any');
	const wanted = { desc: 'newest first, or 400 or 422', asc: 'oldest first' };
	for (const [direction, assumed] of Object.entries(wanted)) {
		const response = await list({ sort: `StartedAt:${direction}` });
		row(`Sort StartedAt:${direction}`, resultOf(response, orderOf), assumed);
	}
}

export async function checkFilters(list, row, first) {
	const assumed = 'only calls that match';
	/** Asks with a filter, and compares what comes with it; without a value, nothing is asked. */
	const check = async (filter, value, matches) => {
		const judge = (found) => {
			if (found.length === 0) return 'no calls';
			return found.every(matches) ? assumed : 'ignored: also calls that do not match';
		};
		const found =
			value === undefined
				? 'not seen: no value'
				: resultOf(await list({ filter: `${filter}:${value}` }), judge);
		row(`Filter ${filter}`, found, assumed);
	};
	for (const field of TEXT_FIELDS) {
		const values = first.records.map((record) => record[field]);
		const value = values.find((text) => isText(text) && text !== 'Web');
		await check(`${field}:==`, value, (record) => record[field] === value);
	}
	await check('Status:not', 'archive', ({ Status }) => Status !== 'archive');
	for (const field of ['Keywords', 'Flags']) {
		const values = first.records.flatMap((record) => entriesOf(record, field));
		const [value] = values.map((text) => text.split(',')[0].trim()).filter(Boolean);
		const has = (record) => entriesOf(record, field).some((text) => text.includes(value));
		await check(`${field}:array-contains-any`, value, has);
	}
	const unknown = resultOf(await list({ check_service: '1' }), () => 'ignored');
	row('Unknown query parameter', unknown, 'ignored, or 400 or 422');
}

export async function checkErrors(probe, row, access) {
	const describe = ({ status, words }) => `${status}${words ? `: ${words}` : ', no words'}`;
	const wrongKey = await probe.send({ ...access, key: 'check-service' });
	row('Error of a wrong key', describe(wrongKey), '401 or 403, with words');
	const noCall = await probe.send({ ...access, path: `${access.path}/check-service` });
	row('Error of a wrong ID', describe(noCall), '404');
}

export async function checkRecords(probe, row, access, { records }) {
	const record = records.find(({ Id }) => isText(Id) && Id.isWellFormed());
	if (record) {
		const path = `${access.path}/${encodeURIComponent(record.Id)}`;
		const { status, body } = await probe.send({ ...access, path });
		const isCall = status === 200 && body?.Id === record.Id;
		row('One call', isCall ? `${access.path}/{id}` : status, `${access.path}/{id}`);
	}
	const inProgress = records.filter((each) => endOf(each) === undefined);
	const shown = new Set(inProgress.map(({ EndedAt }) => JSON.stringify(EndedAt) ?? 'missing'));
	const ends = [...shown].join(', ') || 'not seen';
	row('EndedAt in progress', ends, 'missing, empty or before 2000');
	const undated = records.filter((each) => startOf(each) === undefined);
	const count = `${undated.length} of ${records.length}`;
	row('Calls without a readable StartedAt', count, 'any: they count as just ringing');
}
