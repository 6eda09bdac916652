import { configureGlobal } from 'fast-check';

/** To notice a change, the first value that shows it will do; the search for the shortest takes minutes. */
configureGlobal({ endOnFailure: true });

/* One test that fails is enough as well. */
let isNoticed = false;
afterEach(() => {
	const { assertionCalls, numPassingAsserts } = expect.getState();
	isNoticed ||= assertionCalls !== numPassingAsserts;
});
beforeEach(() => {
	if (isNoticed) throw new Error('An earlier test has failed.');
});
