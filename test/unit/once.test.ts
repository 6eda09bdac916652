import { makeOnce } from '../../nodes/VoiceAssistantCalls/resources/call/create/guards/once';
import { UserError } from '../../nodes/shared/userError';

it('makes something of the same text once', () => {
	const once = makeOnce();
	const make = jest.fn(() => ({}));
	expect(once('a', 'text', make)).toBe(once('a', 'text', make));
	expect(make).toHaveBeenCalledTimes(1);
});

it('makes it again of another text', () => {
	const once = makeOnce();
	once('a', 'text', () => 1);
	expect(once('a', 'other', () => 2)).toBe(2);
});

it('makes something of texts that come by turns once each', () => {
	const once = makeOnce();
	const make = jest.fn(() => ({}));
	for (let round = 0; round < 3; round++) {
		for (let text = 0; text < 5; text++) once('a', `text ${text}`, make);
	}
	expect(make).toHaveBeenCalledTimes(5);
});

it('keeps only what was asked for last, since lists are long', () => {
	const once = makeOnce();
	const make = jest.fn(() => ({}));
	const ask = (text: number) => once('a', `text ${text}`, make);
	for (let text = 0; text < 6; text++) {
		ask(0);
		ask(text);
	}
	expect(make).toHaveBeenCalledTimes(6);
	ask(0);
	ask(5);
	expect(make).toHaveBeenCalledTimes(6);
	ask(1);
	expect(make).toHaveBeenCalledTimes(7);
});

it('gives nobody what another one made', () => {
	const once = makeOnce();
	const of = (owner: string) => once(owner, 'text', () => ({ owner }));
	const made = [of('a'), of('b')];
	expect(made).toEqual([{ owner: 'a' }, { owner: 'b' }]);
	expect([of('a'), of('b')].map((each, index) => each === made[index])).toEqual([true, true]);
});

it('keeps a failure as well', () => {
	const once = makeOnce();
	const make = jest.fn(() => {
		throw new UserError('It cannot be read', 'Correct it.');
	});
	expect(() => once('a', 'text', make)).toThrow('It cannot be read');
	expect(() => once('a', 'text', make)).toThrow('It cannot be read');
	expect(make).toHaveBeenCalledTimes(1);
});
