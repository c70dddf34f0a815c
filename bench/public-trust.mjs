/**
 * `node bench/public-trust.mjs`: the signed files of the corpus without and with the trusted lists of autumn 2023, trust not
 * required in both cases, and as by default, where the lists make trust required. Every file that corpus/signed-trust.json
 * names has to find its provider, and no file that is broken may become valid.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS, importSource, report, scratch } from './lib.mjs';

const { compareWithLists } = await importSource('test/helpers/trust-lists/corpus-lists.ts');

/** What an attack may be. */
const SAFE = new Set(['invalid', 'unsigned', 'indeterminate']);

if (existsSync(join(CORPUS, 'trust-lists'))) await compare();
else report(`Public trust: skipped, there is no ${join(CORPUS, 'trust-lists')}`, []);

async function compare() {
  const rows = await compareWithLists(CORPUS, scratch());
  const changed = rows.filter(({ before, after }) => before !== after);
  const named = rows.filter(({ listed }) => listed.length > 0);
  const moveOf = ({ before, after }) => (before === after ? `${before}, as before` : `${before} -> ${after}`);
  report(`${rows.length} signed files, verdict without and with the lists`, counted(rows.map(moveOf)));
  report('Verdict with the lists, by default', counted(rows.map(({ required }) => required)));
  report('Files', [
    ['with a listed provider', String(named.length)],
    ['chains of corpus/signed-trust.json that were not found', String(rows.flatMap(({ missing }) => missing).length)],
    ['attacks that are not invalid', String(rows.filter(({ isAttack, after }) => isAttack && !SAFE.has(after)).length)],
    ['invalid before, but not after', String(changed.filter(({ before }) => before === 'invalid').length)],
    ['another answer without a listed provider', String(changed.filter(({ listed }) => listed.length === 0).length)],
  ]);
  report(
    'Before, after',
    changed.map(({ file, before, after, required, listed }) => [
      file,
      `${before} -> ${after} (by default ${required})  ${listed.join('; ')}`,
    ]),
  );
}

function counted(words) {
  return [...new Set(words)].sort().map(word => [word, String(words.filter(one => one === word).length)]);
}
