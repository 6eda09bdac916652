/**
 * Lines that have two numbers, or got a new one: what their numbers begin with, what follows it in the one
 * and in the other number, today's last, and all that comes after it. Only what is certain.
 */
type Renumbered = [beginning: string, old: string, today: string, rest: string];
const RENUMBERED: Renumbered[] = [
	// A 1 between +52 and a mobile number, until 2019.
	['52', '1', '', '\\d{10}'],
	// Argentina has a 9 in front of mobile numbers, but only from abroad.
	['54', '', '9', '\\d{10}'],
	// Brazil put a 9 in front of mobile numbers until 2016, after the area code. Fixed lines begin with 2 to 5.
	['55\\d\\d', '', '9', '[6-9]\\d{7}'],
	// Colombia, 2021: 60 in front of fixed lines.
	['57', '', '60', '[124-8]\\d{7}'],
	// Vietnam, 2018: mobile numbers lost a digit.
	['84', '16', '3', '[2-9]\\d{7}'],
	['84', '18', '5', '[68]\\d{7}'],
	['84', '19', '5', '9\\d{7}'],
	['84', '12', '7', '[068]\\d{7}'],
	['84', '121', '79', '\\d{7}'],
	['84', '122', '77', '\\d{7}'],
	['84', '12', '8', '[345]\\d{7}'],
	['84', '127', '81', '\\d{7}'],
	['84', '129', '82', '\\d{7}'],
	// Ivory Coast, 2021: two digits in front. They tell the operator, as the second digit of a mobile number did;
	// 27 is Orange's for fixed lines, of which those of others have a 0 as the third digit.
	['225', '', '01', '[04-9][1-3]\\d{6}'],
	['225', '', '05', '[04-9][4-6]\\d{6}'],
	['225', '', '07', '[04-9][7-9]\\d{6}'],
	['225', '', '27', '[23]\\d[1-9]\\d{5}'],
	// Gabon, 2019: the digit after the 0 became two.
	['241', '01', '11', '\\d{6}'],
	['241', '02', '62', '\\d{6}'],
	['241', '04', '74', '\\d{6}'],
	['241', '05', '65', '\\d{6}'],
	['241', '06', '66', '\\d{6}'],
	['241', '07', '77', '\\d{6}'],
	// Kosovo, 2017: mobile numbers had the country codes of Monaco and Slovenia.
	['', '377', '383', '4[45]\\d{6}'],
	['', '386', '383', '4[39]\\d{6}'],
	// Benin, 2024: 01 in front of all numbers but those of services.
	['229', '', '01', '[24-79]\\d{7}'],
	// Cameroon, 2014: 6 in front of mobile numbers, 2 in front of fixed lines.
	['237', '', '6', '[5679]\\d{7}'],
	['237', '', '2', '[23]\\d{7}'],
	// Ecuador, 2012: 9 in front of mobile numbers. Mauritius, 2013: 5.
	['593', '', '9', '[89]\\d{7}'],
	['230', '', '5', '[79]\\d{6}'],
	// Zimbabwe, 2019: Harare. Vietnam, 2017: Hanoi; those of other cities may be mobile numbers.
	['263', '4', '242', '\\d{6}'],
	['84', '4', '24', '[2-9]\\d{7}'],
	// Egypt, 2011: another digit after that of the operator.
	...['100', '106', '109', '111', '114', '122', '127', '128'].map(
		(today): Renumbered => ['20', `1${today[2]}`, today, '\\d{7}'],
	),
	// Qatar, 2010: the first digit twice.
	...['3', '4', '5', '6', '7'].map((digit): Renumbered => ['974', '', digit, `${digit}\\d{6}`]),
];

const REWRITES = RENUMBERED.map(([beginning, old, today, rest]) => ({
	old: new RegExp(`^(\\+${beginning})${old}(${rest})$`),
	today: new RegExp(`^(\\+${beginning})${today}(${rest})$`),
	toOld: `$1${old}$2`,
	toToday: `$1${today}$2`,
}));
/** Most numbers are of other countries, and lists are long. */
const COUNTRIES = /^\+(?:20|5[2457]|84|22[59]|23[07]|241|263|377|38[36]|593|974)/;

/**
 * The one number of a line by which lines are compared: today's, whether it can be dialed from abroad or not.
 *
 * @param phoneNumber E.164
 */
export function canonicalPhone(phoneNumber: string): string {
	if (!COUNTRIES.test(phoneNumber)) return phoneNumber;
	const row = REWRITES.find(({ old }) => old.test(phoneNumber));
	return row ? phoneNumber.replace(row.old, row.toToday) : phoneNumber;
}

/**
 * All numbers of a line, under any of which a service may list its calls.
 *
 * @param phoneNumber E.164
 * @returns this number first, and the other one if there is one
 */
export function samePhones(phoneNumber: string): string[] {
	const today = canonicalPhone(phoneNumber);
	if (today !== phoneNumber) return [phoneNumber, today];
	const row = COUNTRIES.test(today) && REWRITES.find((rewrite) => rewrite.today.test(today));
	return row ? [today, today.replace(row.today, row.toOld)] : [today];
}
