/** `node bench/attacks.mjs`: the attacks of the test suite as a table, with the expected and the actual outcome and the time. */
import { importSource } from './lib.mjs';

const { ROWS, see, isAsExpected } = await importSource('test/signatures/attacks/table.ts');
const HEAD = ['', 'attack', 'built', 'expected', 'outcome', 'ms', 'reason', 'clean origin'];

let wrong = 0;
console.log(HEAD.join(' | '));
for (const { number, name, attacks } of ROWS) {
  for (const attack of attacks) {
    const [origin, document] = [attack.clean(), attack.attacked()];
    const built = Buffer.compare(origin.bytes, document.bytes) !== 0 || origin.options !== document.options;
    const before = await see(origin);
    const started = performance.now();
    const seen = await see(document);
    const took = performance.now() - started;
    const right = built && before.outcome === 'valid' && isAsExpected(attack, seen);
    if (!right) wrong++;
    console.log(
      [
        `${right ? ' ' : '!'} ${String(number).padStart(2)}`,
        `${name}: ${attack.what}`,
        built ? 'yes' : 'NO',
        attack.expected,
        seen.outcome,
        took.toFixed(0),
        seen.reason,
        before.outcome === 'valid' ? 'accepted' : `NOT ACCEPTED: ${before.reason}`,
      ].join(' | '),
    );
  }
}
const count = ROWS.reduce((sum, { attacks }) => sum + attacks.length, 0);
console.log(`\n${ROWS.length} rows, ${count} attacks, ${wrong} not as expected`);
process.exitCode = wrong === 0 ? 0 : 1;
