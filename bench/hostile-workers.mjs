/**
 * `node bench/hostile-workers.mjs [--subject SUBJECT] [--only PATTERN] [--in COMBINATION ...]`: lets hostile workers attack the
 * library, or conversion (service) or verification by a server, in each combination of what a system offers, and prints what each reached, whether the parent lives and
 * whether neighbours were served. Needs root, bubblewrap, unshare, setpriv and perl.
 */
import { parseArgs } from 'node:util';
import { importSource } from './lib.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    subject: { type: 'string', default: 'library' },
    in: { type: 'string', multiple: true },
    verbose: { type: 'boolean' },
  },
});
const { ATTACKS, COMBINATIONS, hostileProduct, problemsOf, runAttacks } = await importSource(
  'test/helpers/hostile/index.ts',
);
const attacks = Object.keys(ATTACKS).filter(name => new RegExp(values.only).test(name));
const combinations = Object.keys(COMBINATIONS).filter(
  name => !values.in || values.in.some(part => name.includes(part)),
);

const product = await hostileProduct();
process.on('exit', () => product.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const cells = new Map(attacks.map(attack => [attack, []]));
const notes = [];
for (const combination of combinations) {
  for await (const row of runAttacks(product.folder, combination, values.subject, attacks)) {
    cells.get(row.attack).push(cellOf(row));
    if (values.verbose) process.stderr.write(`${combination}: ${JSON.stringify(row)}\n`);
    const problems = problemsOf(row);
    if (problems.length > 0) notes.push(`${combination}: ${row.attack} (${row.outcome}): ${problems.join('; ')}`);
  }
}

/** '-': reached nothing, parent alive, neighbours served. */
function cellOf(row) {
  if (row.parent !== 'alive') return 'PARENT LOST';
  const [served, all] = row.neighbours;
  if (row.reached.length > 0) return `reached ${row.reached.length}`;
  return served < all ? `lost ${all - served}/${all}` : '-';
}

const width = Math.max(...attacks.map(name => name.length)) + 2;
console.log(`"-": reached nothing, parent alive, neighbours served\n`);
console.log(['worker'.padEnd(width), ...combinations.map(name => name.padEnd(28))].join(''));
for (const [attack, row] of cells) console.log([attack.padEnd(width), ...row.map(cell => cell.padEnd(28))].join(''));
console.log(`\n${attacks.length} workers in ${combinations.length} combinations; ${notes.length} with a problem`);
for (const note of notes) console.log(`  ${note}`);
if (notes.length > 0) process.exitCode = 1;
