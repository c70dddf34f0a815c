/** One line about the files that were chosen together: how many have ended, and how. */
import { message } from '../../messages/index.js';
import type { VerificationResult } from '../../signatures/result.js';
import { announce, byId, h } from './dom.js';

export type Outcome = VerificationResult['verdict'] | 'converted' | 'failed' | 'cancelled';

/** In the order in which they are listed. */
const OUTCOMES: readonly Outcome[] = [
  'converted',
  'valid',
  'intact',
  'indeterminate',
  'invalid',
  'unsigned',
  'failed',
  'cancelled',
];

/** Shows the line above the cards, which are open already. */
export function followBatch(outcomes: readonly Promise<Outcome>[]): void {
  const line = h('p', { class: 'batch' });
  byId('results').prepend(line);
  const ended: Outcome[] = [];
  const update = () => {
    line.textContent = textOf(ended, outcomes.length);
  };
  update();
  for (const outcome of outcomes)
    void outcome.then(one => {
      ended.push(one);
      update();
      if (ended.length === outcomes.length) announce(line.textContent ?? '');
    });
}

function textOf(ended: readonly Outcome[], count: number): string {
  const counted = OUTCOMES.map(outcome => ({ outcome, count: ended.filter(one => one === outcome).length }));
  const parts = counted.flatMap(({ outcome, count }) =>
    count > 0 ? [message(`page.batch.${outcome}`, { count })] : [],
  );
  const done = message('page.batch', { done: ended.length, count });
  return parts.length > 0 ? `${done}: ${parts.join(', ')}` : done;
}
