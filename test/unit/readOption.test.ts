import { refusalOf, textsOf } from '../support/userError';
import { readNumber, readSwitch, wrongOption } from '../../nodes/shared/form/readers';

const wrong = (label: string, shown: string, advice: string) => ({
	message: `'${label}' is ${shown}, which is not valid`,
	advice: `${advice} The option is under 'Options'.`,
});

it('a wrong option is named with its value, its place and what to enter', () => {
	expect(textsOf(wrongOption('Days', 'x'.repeat(1000), 'Enter days.'))).toEqual(
		wrong('Days', `"${'x'.repeat(58)} …"`, 'Enter days.'),
	);
});

describe('a switch', () => {
	it.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
	])('may be %j', (value, isOn) => {
		expect(readSwitch('Dry Run', value)).toBe(isOn);
	});

	it.each([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		['yes', '"yes"'],
		['True', '"True"'],
		[0, '"0"'],
		[1, '"1"'],
		[{}, 'an object'],
		[[true], 'a list'],
	])('is never taken for off, nor for on, where it is %j', (value, shown) => {
		expect(refusalOf(() => readSwitch('Dry Run', value))).toEqual(
			wrong('Dry Run', shown, 'Turn it on or off. An expression must return true or false.'),
		);
	});
});

describe('a number', () => {
	const read = (value: unknown) => readNumber('Pause', value, 'Enter seconds.');

	it.each([
		[0, 0],
		[0.25, 0.25],
		[5, 5],
		['5', 5],
		[' 0.5 ', 0.5],
		['0', 0],
	])('may be %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		[' ', 'empty'],
		['5 s', '"5 s"'],
		['1,5', '"1,5"'],
		[-1, '"-1"'],
		['-0.5', '"-0.5"'],
		[NaN, '"NaN"'],
		[Infinity, '"Infinity"'],
		['Infinity', '"Infinity"'],
		[true, '"true"'],
		[[5], 'a list'],
		[{ seconds: 5 }, 'an object'],
	])('is never taken for 0 where it is %j', (value, shown) => {
		expect(refusalOf(() => read(value))).toEqual(wrong('Pause', shown, 'Enter seconds.'));
	});
});
