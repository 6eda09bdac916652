import { testWeeks } from './weeks';

testWeeks('durableCursors');
