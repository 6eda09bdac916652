export { isDialable, mayBeSamePhone, WantedPhones } from './compare';
export { NumberList } from './list';
export {
	isWithheld,
	normalizePhoneNumber,
	readCountryCode,
	readRecordedNumber,
	shownNumber,
} from './read';
export { canonicalPhone, samePhones } from './renumbered';
