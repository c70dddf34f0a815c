/** Which answers are cut off when clients read too few of them. */
import { expect, test } from 'vitest';
import { UnreadAnswers } from '../../../src/http/limits/unread-answers.js';

/**
 * @param sent client and size of each answer, in their order: 'ann 30, bob 40'
 * @returns the indexes of those that are cut off, in that order
 */
function cutOff(total: number, sent: string): number[] {
  const cut: number[] = [];
  const answers = new UnreadAnswers(total);
  for (const [i, one] of sent.split(', ').entries()) {
    const [client = '', size] = one.split(' ');
    answers.add({ client, size: Number(size), cutOff: () => cut.push(i) });
  }
  return cut;
}

test.each([
  ['none as long as there is room', 'ann 60, bob 40', []],
  ['the oldest of the client with most bytes', 'bob 40, ann 30, ann 30, cat 30', [1]],
  ['that of the client that is sent another one, if this makes it the largest', 'ann 40, bob 40, bob 30', [1]],
  ['none of clients with few bytes, for one that is larger than all together', 'ann 20, bob 20, cat 900', []],
  ['the former of two that are larger than all together', 'ann 900, bob 10, cat 900', [0]],
  ['as many as it takes', 'ann 30, ann 30, bob 40, cat 50', [0, 2]],
  ['none for answers without a body', 'ann 0, ann 50, bob 50, cat 0', []],
])('%s', (_what, sent, expected) => {
  expect(cutOff(100, sent)).toEqual(expected);
});

test('what clients have read counts no more', () => {
  const answers = new UnreadAnswers(100);
  const cut: string[] = [];
  const answer = (client: string) => ({ client, size: 50, cutOff: () => cut.push(client) });
  const [ann, bob, cat] = [answer('ann'), answer('bob'), answer('cat')] as const;
  for (const one of [ann, bob]) answers.add(one);
  answers.remove(ann);
  answers.remove(ann);
  answers.add(cat);
  expect(cut).toEqual([]);
});
