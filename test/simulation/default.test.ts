import { testWeeks } from './weeks';

testWeeks('default');
