import { expect, onTestFinished, test, vi } from 'vitest';
import { createRepeats } from '../../../src/http/logger.js';

test('the first at once, then the number of each interval, and nothing of a cause that is over', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const repeats = createRepeats(60_000);
  const report = (cause: string) => repeats.report(cause, repeated => said.push(`${cause} ${repeated}`));
  for (let i = 0; i < 5; i++) report('a');
  report('b');
  expect(said).toEqual(['a 0', 'b 0']);
  vi.advanceTimersByTime(60_000);
  report('a');
  expect(said).toEqual(['a 0', 'b 0', 'a 4']);
  vi.advanceTimersByTime(120_000);
  expect(said.slice(3)).toEqual(['a 1']);
  report('a');
  report('a');
  repeats.close();
  expect(said.slice(4)).toEqual(['a 0', 'a 1']);
});

test('causes that strangers invent share one entry', () => {
  const repeats = createRepeats();
  let said = 0;
  for (let i = 0; i < 5_000; i++) repeats.report(`cause ${i}`, () => said++);
  expect(said).toBe(1_001);
  repeats.close();
});
