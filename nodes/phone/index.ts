export { isDialable, mayBeSamePhone, NumberList, WantedPhones } from './compare';
export { normalizePhoneNumber, readCountryCode, shownNumber } from './read';
export { canonicalPhone, samePhones } from './renumbered';
