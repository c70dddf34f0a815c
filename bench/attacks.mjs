/**
 * `node bench/attacks.mjs [-v]`: the attacks of the test suite, each with its clean origin and its twin: a line for each
 * kind, and the cases that are not as expected; with -v every case with its outcome and time.
 */
import { importSource } from './lib.mjs';

const { ROWS, FAMILIES, see, isAsExpected } = await importSource('test/signatures/attacks/table.ts');
const verbose = process.argv.includes('-v');
const line = (...cells) => console.log(cells.join(' | '));
const sum = { attacks: 0, rejected: 0, warned: 0, twins: 0, accepted: 0, wrong: 0 };

line('kind', 'attacks', 'rejected', 'valid with a warning or a lower level', 'twins', 'accepted', 'ms');
for (const group of [...ROWS, ...FAMILIES]) await runGroup(group);
line('total', sum.attacks, sum.rejected, sum.warned, sum.twins, sum.accepted);
console.log(`\n${ROWS.length} rows, ${FAMILIES.length} families, ${sum.wrong} not as expected`);
process.exitCode = sum.wrong === 0 ? 0 : 1;

async function runGroup({ number, name, attacks }) {
  const started = performance.now();
  const cases = [];
  for (const attack of attacks) cases.push(await runCase(attack));
  const count = test => cases.filter(test).length;
  const rejected = count(({ seen }) => !seen.outcome.startsWith('valid'));
  const twins = new Set(attacks.map(({ twin }) => twin)).size;
  const refused = new Set(cases.filter(({ isAccepted }) => !isAccepted).map(({ attack }) => attack.twin)).size;
  const wrong = cases.filter(({ isRight }) => !isRight);
  const totals = {
    attacks: attacks.length,
    rejected,
    warned: attacks.length - rejected,
    twins,
    accepted: twins - refused,
  };
  for (const [key, value] of Object.entries(totals)) sum[key] += value;
  sum.wrong += wrong.length;
  line(`${number ? `${number}: ` : ''}${name}`, ...Object.values(totals), (performance.now() - started).toFixed(0));
  for (const one of verbose ? cases : wrong) console.log(describe(one));
}

async function runCase(attack) {
  const [clean, attacked] = [attack.clean(), attack.attacked()];
  const isBuilt = Buffer.compare(clean.bytes, attacked.bytes) !== 0 || clean.options !== attacked.options;
  const [origin, seen, twin] = [await see(clean), await see(attacked), await see(attack.twin())];
  const isAccepted = twin.outcome === attack.accepted;
  const isRight = isBuilt && origin.outcome === 'valid' && isAsExpected(attack, seen) && isAccepted;
  return { attack, isBuilt, origin, seen, twin, isAccepted, isRight };
}

function describe({ attack, isBuilt, origin, seen, twin, isAccepted, isRight }) {
  const parts = [`  ${isRight ? ' ' : '!'} ${attack.what}: ${seen.outcome} (expected: ${attack.expected})`];
  if (!isBuilt) parts.push('nothing was changed');
  if (origin.outcome !== 'valid') parts.push(`clean origin ${origin.outcome}: ${origin.reason}`);
  if (!isAccepted) parts.push(`twin ${twin.outcome} (expected: ${attack.accepted}): ${twin.reason}`);
  return parts.join('; ');
}
