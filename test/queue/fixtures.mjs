import { testWith } from '../e2e/fixtures.mjs';
import { openRig } from './rig.mjs';

export { expect } from '../e2e/fixtures.mjs';
export const test = testWith(openRig);
