import { testWeeks } from './weeks';

testWeeks('scheduler');
