export { isDialable, mayBeSamePhone, WantedPhones } from './compare';
export { NumberList } from './list';
export { isWithheld, normalizePhoneNumber, readCountryCode, shownNumber } from './read';
export { canonicalPhone, samePhones } from './renumbered';
