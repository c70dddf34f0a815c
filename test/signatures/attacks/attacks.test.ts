import { describe, expect, test } from 'vitest';
import { type Attack, FAMILIES, isAsExpected, ROWS, type Seen, see, seeOnce } from './table.js';

test('every published attack is in the table', () => {
  expect(ROWS.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
  expect(ROWS.filter(({ attacks }) => attacks.length === 0)).toEqual([]);
});

describe.each(ROWS)('$number: $name', ({ attacks }) => {
  test.each(attacks)('$what', async attack => {
    const seen = await expectDetected(attack);
    const isIntact = seen.result?.signers.every(({ intact }) => intact);
    expect(isIntact).toBe(attack.breaksCryptography !== true);
  });
  test('the twin', () => expectAccepted(attacks[0]!));
});

/** The first of each; families.long.test.ts has all. */
describe.each(FAMILIES)('$name', ({ attacks: [attack] }) => {
  test(attack!.what, async () => void (await expectDetected(attack!)));
  test(`the twin of ${attack!.what}`, () => expectAccepted(attack!));
});

async function expectDetected(attack: Attack): Promise<Seen> {
  expect((await seeOnce(attack.clean)).outcome).toBe('valid');
  const seen = await see(attack.attacked());
  expect(isAsExpected(attack, seen), `${seen.outcome}: ${seen.reason} ${seen.rules}`).toBe(true);
  return seen;
}

async function expectAccepted({ twin, accepted }: Attack): Promise<void> {
  const seen = await seeOnce(twin);
  expect(seen.outcome, seen.reason).toBe(accepted);
}
