/** Whose turn it is. */
import { expect, test } from 'vitest';
import { Turns } from '../../src/server/turns.js';

const stays = new AbortController().signal;

/** Names in the order in which their turns come; each ends as soon as the next is known. */
async function orderOf(turns: Turns, ...names: string[]): Promise<string[]> {
  const order: string[] = [];
  const all = names.map(async name => {
    const end = await turns.take(name[0]!, stays);
    order.push(end ? name : `${name} refused`);
    await new Promise(resolve => setTimeout(resolve, 5));
    end?.();
  });
  await Promise.all(all);
  return order;
}

test('one after the other, as they come', async () => {
  expect(await orderOf(new Turns(1, 10), 'a1', 'b1', 'a2')).toEqual(['a1', 'b1', 'a2']);
});

test('who has nothing at work goes before who has', async () => {
  expect(await orderOf(new Turns(2, 10), 'a1', 'a2', 'a3', 'a4', 'b1')).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('one caller gets half of the places, and leaves the rest to others', async () => {
  const order = await orderOf(new Turns(1, 4), 'a1', 'a2', 'a3', 'a4', 'b1');
  expect(order).toEqual(['a1', 'a4 refused', 'a2', 'a3', 'b1']);
});

test('who leaves frees the place, and takes no turn', async () => {
  const turns = new Turns(1, 2);
  const end = await turns.take('a', stays);
  const leaving = new AbortController();
  const left = turns.take('b', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const next = turns.take('b', stays);
  end?.();
  expect(await next).toBeTypeOf('function');
});
