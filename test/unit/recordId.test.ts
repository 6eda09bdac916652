import { idOf, isExact } from '../../nodes/service/recordId';

it.each([
	['a text', 'call-1', 'call-1'],
	['a number', 7, 7],
	['the largest number that is read as it was written', 2 ** 53 - 1, 2 ** 53 - 1],
	['a number that was rounded', 2 ** 53, undefined],
	['one below zero that was rounded', -(2 ** 53), undefined],
	...[0, '', null, undefined, true, ['a']].map((none) => [JSON.stringify(none), none, undefined]),
])('a call can be known by %s', (_, Id, known) => {
	expect(idOf({ Id } as never)).toBe(known);
	if (typeof Id === 'number' && Id !== 0) expect(isExact(Id)).toBe(known === Id);
});
