export { isDialable, isMasked, lineFinder, mayBeSamePhone, NumberList } from './compare';
export { normalizePhoneNumber, readCountryCode, shownNumber } from './read';
export { canonicalPhone, samePhones } from './renumbered';
