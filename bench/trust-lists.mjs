/**
 * Trusted lists: what is accepted and refused of the corpus, whether xmlsec1 agrees, and the time and memory that a list
 * takes. Each list is verified in a process of its own for the memory, and in this one for the time.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleSource, CORPUS, importSource, median, report, scratch } from './lib.mjs';

const FOLDER = join(CORPUS, 'trust-lists');
const MB = 1_000_000;
const source = await bundleSource('src/trust/lists/verify-list.ts');
const { verifyIntegrity } = await import(source);
const { readManifest } = await importSource('test/helpers/trust-lists/corpus.ts');
const { verifyWithXmlsec } = await importSource('test/helpers/trust-lists/xmlsec.ts');

const { lists } = readManifest(FOLDER);
const results = [];
for (const { file, strictSignature } of lists) results.push({ file, strictSignature, own: await outcomeOf(file) });
report(
  'Lists of the corpus',
  counts(results.map(({ own, strictSignature }) => `manifest: ${strictSignature}, docconv: ${own}`)),
);

const compared = results.map(({ file, own }) => ({ file, own, other: verifyWithXmlsec(join(FOLDER, file)) }));
report('Compared with xmlsec1', counts(compared.map(agreement)));
const unequal = compared.filter(one => agreement(one) !== 'equal');
for (const { file, own, other } of unequal) console.log(`  ${file}: docconv ${own}, xmlsec1 ${other}`);

const [largest] = lists.map(({ file }) => join(FOLDER, file)).toSorted((a, b) => statSync(b).size - statSync(a).size);
const made = join(scratch(), 'made.xml');
writeFileSync(made, await makeList(5.3 * MB));
const small = join(FOLDER, 'cache-2023/CY.xml');
report('One list: processor time of the first and of later runs, and peak memory', [
  ['nothing but Node and the code', memory(null)],
  ...[small, largest, made].map(file => [
    `${file.split('/').at(-1)}, ${(statSync(file).size / MB).toFixed(2)} MB`,
    memory(file),
  ]),
]);

async function outcomeOf(file) {
  try {
    await verifyIntegrity(readFileSync(join(FOLDER, file)));
    return 'accepted';
  } catch (error) {
    return `refused, ${error.detail.reason}`;
  }
}

function agreement({ own, other }) {
  if (other === 'unsupported') return 'algorithm unknown to xmlsec1';
  if ((own === 'accepted') === (other === 'valid')) return 'equal';
  return own === 'accepted' ? 'accepted by docconv only' : 'intact, but refused by docconv';
}

function counts(values) {
  const found = new Map();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found].toSorted(([a], [b]) => a.localeCompare(b));
}

/** As large as the largest list that is known, signed by a key of its own. */
async function makeList(size) {
  const { signedList } = await importSource('test/helpers/trust-lists/index.ts');
  const { createPki } = await importSource('test/helpers/pki.ts');
  const pki = createPki({ operator: { key: 'RSA-4096' }, ca: { key: 'RSA-4096' } });
  const service = {
    certificates: [pki.id('ca').der],
    history: [{ start: '2019-01-01T00:00:00Z' }],
    additional: ['ForeSignatures'],
  };
  const make = count =>
    signedList({ providers: [{ services: Array.from({ length: count }, () => service) }] }, pki.id('operator'));
  return make(Math.ceil(size / (make(2).length - make(1).length)));
}

/** In a new process. */
function memory(file) {
  const program = `
    import { readFileSync } from 'node:fs';
    const { verifyIntegrity } = await import(${JSON.stringify(source)});
    const times = [];
    const bytes = ${file ? `readFileSync(${JSON.stringify(file)})` : 'null'};
    for (let i = 0; bytes && i < 6; i++) {
      const before = process.cpuUsage();
      await verifyIntegrity(bytes);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      if (i === 0) times.rss = process.resourceUsage().maxRSS / 1024;
    }
    console.log(JSON.stringify({ times, size: bytes?.length, rss: times.rss ?? process.resourceUsage().maxRSS / 1024 }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  const { times, size, rss } = JSON.parse(stdout);
  const [first, ...later] = times;
  const each = value => `${value.toFixed(0)} ms (${(value / (size / MB)).toFixed(0)} ms/MB)`;
  return `${file ? `${each(first)}, then ${each(median(later))}, ` : ''}${rss.toFixed(0)} MB`;
}
