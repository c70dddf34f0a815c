import { describe, expect, test } from 'vitest';
import { isAsExpected, ROWS, see } from './table.js';

test('every row of the list has its attacks', () => {
  expect(ROWS.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
  expect(ROWS.filter(({ attacks }) => attacks.length === 0)).toEqual([]);
});

describe.each(ROWS)('$number: $name', ({ attacks }) => {
  test.each(attacks)('$what', async attack => {
    const [origin, document] = [attack.clean(), attack.attacked()];
    expect((await see(origin)).outcome).toBe('valid');
    const seen = await see(document);
    expect(isAsExpected(attack, seen), `${seen.outcome}: ${seen.reason} ${seen.rules}`).toBe(true);
    const isIntact = seen.result?.signers.every(({ intact }) => intact);
    expect(isIntact).toBe(attack.breaksCryptography !== true);
  });
});
