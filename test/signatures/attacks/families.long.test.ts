/** All attacks of all families, each with its twin; attacks.test.ts has the first of each. */
import { describe, expect, test } from 'vitest';
import { FAMILIES, isAsExpected, see, seeOnce } from './table.js';

describe.each(FAMILIES)('$name', ({ attacks }) => {
  test.each(attacks)('$what', async attack => {
    expect((await seeOnce(attack.clean)).outcome).toBe('valid');
    const seen = await see(attack.attacked());
    expect(isAsExpected(attack, seen), `${seen.outcome}: ${seen.reason} ${seen.rules}`).toBe(true);
    const twin = await seeOnce(attack.twin);
    expect(twin.outcome, `twin: ${twin.reason}`).toBe(attack.accepted);
  });
});
