export { mayBeSamePhone } from './compare';
export { NumberList } from './list';
export { normalizePhoneNumber, readCountryCode, readRecordedNumber, shownNumber } from './read';
export { canonicalPhone } from './renumbered';
export { numbersOf } from './numbersOf';
