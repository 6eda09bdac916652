import { Problems } from '../../nodes/form/problems';
import { UserError } from '../../nodes/n8n/errors';
import { textsOf } from '../support/userError';

it('what is wrong is told once each, with what to do about it', async () => {
	const problems = new Problems();
	const note = async (message: string, advice: string) =>
		await problems.note(() => {
			throw new UserError(message, advice);
		});
	expect([await problems.note(() => 7), problems.isEmpty]).toEqual([7, true]);
	expect(await note('One is wrong', 'Correct it.')).toBeUndefined();
	await note('One is wrong', 'Correct it there.');
	expect(textsOf(problems.asError())).toEqual({ message: 'One is wrong', advice: 'Correct it.' });
	expect(problems.isEmpty).toBe(false);
	await note('So is two', 'Remove it.');
	const both = { message: 'One is wrong. So is two', advice: 'Correct it. Remove it.' };
	expect(textsOf(problems.asError())).toEqual(both);
});
