/**
 * All attacks of all families, each with its twin (attacks.test.ts has the first of each): docconv detects them, and PDFium
 * shows no change that docconv does not report.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { expectReported, printTotals, seeTwin } from './page-looks.js';
import { FAMILIES, isAsExpected, see, seeOnce } from './table.js';

afterAll(printTotals);

describe.each(FAMILIES)('$name', ({ name, attacks }) => {
  test.each(attacks)('$what', async attack => {
    expect((await seeOnce(attack.clean)).outcome).toBe('valid');
    const attacked = attack.attacked();
    const seen = await see(attacked);
    expect(isAsExpected(attack, seen), `${seen.outcome}: ${seen.reason} ${seen.rules}`).toBe(true);
    const twin = await seeTwin(attack.twin);
    expect(twin.outcome, `twin: ${twin.reason}`).toBe(attack.accepted);
    await expectReported(name, attack, attacked, seen);
  });
});
