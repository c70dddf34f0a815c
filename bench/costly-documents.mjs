/**
 * `node bench/costly-documents.mjs [--serve] [theme or pattern] [smallest size]`: documents that are built to be costly to inspect, in
 * three sizes, the three of a document in a process of its own: processor time, peak memory and the answer. Fails where four
 * times the size takes more than eight times as long, or where a document takes more than 3 s or 700 MB.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleSource, importSource, scratch } from './lib.mjs';

const TIMEOUT_MS = 20_000;
const LIMITS = { ms: 3000, mb: 700, growth: 8 };
/** Below this, the start of V8 and of modules decides. */
const FLOOR_MS = 60;
const FACTORS = [1, 2, 4];

if (process.argv[2] === '--inspect') await inspect();
else await main();

/** The measurements of one document in growing sizes. */
function areWithin(rows) {
  const isLinear = ({ ms }) => ms < Math.max(FLOOR_MS, rows[0].ms) * LIMITS.growth;
  const isSmall = ({ ms, mb }) => ms < LIMITS.ms && mb < LIMITS.mb;
  const isAnswered = ({ answer }) => !answer.startsWith('INTERNAL') && !answer.startsWith('no answer');
  return rows.every(isLinear) && rows.every(isSmall) && rows.every(isAnswered);
}

/** In the process of one document: stdout gets a line for each size with the answer, the time and the memory. */
async function inspect() {
  const [, , , bundle, options, ...files] = process.argv;
  const { readFileSync } = await import('node:fs');
  const { prepareDocument } = await import(pathToFileURL(bundle).href);
  const { documents } = JSON.parse(options);
  for (const document of documents) await prepareDocument(readFileSync(document), {}).catch(() => {});
  const { name, password, landscape } = JSON.parse(options);
  for (const file of files) {
    const bytes = readFileSync(file);
    const before = process.cpuUsage();
    const answer = await prepareDocument(bytes, { name, password, pdf: { landscape } }).then(
      ({ format }) => `a ${format.name}`,
      ({ code, detail, message }) => (code ? `${code} ${detail?.limit ?? ''}` : `INTERNAL ${message}`),
    );
    const { user, system } = process.cpuUsage(before);
    const kb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
    console.log(JSON.stringify({ answer, ms: (user + system) / 1000, mb: kb / 1024 }));
  }
}

async function main() {
  const folder = scratch();
  mkdirSync(folder, { recursive: true });
  const bundle = await bundleSource('src/convert/input/prepare.ts');
  const { COSTLY_DOCUMENTS } = await importSource('test/helpers/costly-documents/index.ts');
  const { documents } = await importSource('test/helpers/documents.ts');
  const ordinary = ['docx', 'odt', 'rtf'].map(format => {
    const { name, bytes } = documents[format]();
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  const [wanted = '', smallestSize] = process.argv.slice(2).filter(argument => argument !== '--serve');
  const smallest = Number(smallestSize ?? 1_000_000);
  const all =
    COSTLY_DOCUMENTS[wanted] ??
    Object.values(COSTLY_DOCUMENTS)
      .flat()
      .filter(({ name }) => new RegExp(wanted, 'i').test(name));
  if (process.argv.includes('--serve')) {
    const { serve } = await import('./costly-serve.mjs');
    process.exitCode = (await serve(all, smallest)) ? 0 : 1;
    return;
  }
  console.log(`  ms and MB for ${FACTORS.map(factor => `${(factor * smallest) / 1e6} MB`).join(', ')}`);
  let failed = 0;
  for (const document of all) {
    let rows = measureSizes(document);
    if (!areWithin(rows)) rows = measureSizes(document); // processor time varies when other processes run
    if (!areWithin(rows)) failed++;
    const cells = rows.map(({ ms, mb }) => `${ms.toFixed(0).padStart(6)} ${mb.toFixed(0).padStart(4)}`).join(' ');
    console.log(
      `${areWithin(rows) ? ' ' : '!'} ${cells.padEnd(36)}  ${rows.at(-1).answer.padEnd(30)} ${document.name}`,
    );
  }
  console.log(
    failed === 0 ? `\nAll ${all.length} within the limits` : `\n${failed} of ${all.length} not within the limits`,
  );
  process.exitCode = failed === 0 ? 0 : 1;

  /** In growing sizes, as the peak memory of a process never falls. Without an answer, the sizes that remain have none. */
  function measureSizes({ file, make, password, landscape }) {
    const paths = FACTORS.map(factor => {
      const path = join(folder, `input-${factor}`);
      writeFileSync(path, make(factor * smallest));
      return path;
    });
    const options = JSON.stringify({ name: file, password, landscape, documents: ordinary });
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--inspect', bundle, options, ...paths], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    for (const path of paths) rmSync(path);
    const rows = run.stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
    if (rows.length === FACTORS.length) return rows;
    const reason = run.stderr.trim().split('\n').at(0)?.slice(0, 60) ?? '';
    return [...rows, { answer: `no answer: ${reason}`, ms: TIMEOUT_MS, mb: 0 }];
  }
}
