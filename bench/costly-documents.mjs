/**
 * `node bench/costly-documents.mjs [--serve] [theme or pattern] [smallest size]`: documents that are built to be costly to inspect, in
 * two sizes: processor time, peak memory and the answer. Fails where four times the size takes more than eight times as long,
 * or where a document takes more than 3 s or 700 MB. Several documents share a process, whose peak memory is that of all up
 * to then; what is not within the limits there is measured again in a process of its own, and that counts.
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
const FACTORS = [1, 4];
/** Documents of one process. */
const TOGETHER = 12;

if (process.argv[2] === '--inspect') await inspect();
else await main();

/** The measurements of one document in growing sizes. */
function areWithin(rows) {
  const isLinear = ({ ms }) => ms < Math.max(FLOOR_MS, rows[0].ms) * LIMITS.growth;
  const isSmall = ({ ms, mb }) => ms < LIMITS.ms && mb < LIMITS.mb;
  const isAnswered = ({ answer }) => !answer.startsWith('INTERNAL') && !answer.startsWith('no answer');
  return rows.every(isLinear) && rows.every(isSmall) && rows.every(isAnswered);
}

/** In the process of documents: stdout gets a line for each size with the answer, the time and the memory. */
async function inspect() {
  const [, , , bundle, options] = process.argv;
  const { readFileSync } = await import('node:fs');
  const { prepareDocument } = await import(pathToFileURL(bundle).href);
  const { ordinary, files } = JSON.parse(options);
  for (const document of ordinary) await prepareDocument(readFileSync(document), {}).catch(() => {});
  for (const { path, name, password, landscape } of files) {
    const bytes = readFileSync(path);
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
  for (let i = 0; i < all.length; i += TOGETHER) {
    const some = all.slice(i, i + TOGETHER);
    const measured = measureSizes(some);
    for (const [k, document] of some.entries()) report(document, measured[k]);
  }
  console.log(
    failed === 0 ? `\nAll ${all.length} within the limits` : `\n${failed} of ${all.length} not within the limits`,
  );
  process.exitCode = failed === 0 ? 0 : 1;

  function report(document, together) {
    let rows = together;
    // twice, as processor time varies when other processes run
    for (let i = 0; i < 2 && !areWithin(rows); i++) [rows] = measureSizes([document]);
    if (!areWithin(rows)) failed++;
    const cells = rows.map(({ ms, mb }) => `${ms.toFixed(0).padStart(6)} ${mb.toFixed(0).padStart(4)}`).join(' ');
    console.log(
      `${areWithin(rows) ? ' ' : '!'} ${cells.padEnd(36)}  ${rows.at(-1).answer.padEnd(30)} ${document.name}`,
    );
  }

  /** In growing sizes, as the peak memory of a process never falls. Without an answer, all that remain have none. */
  function measureSizes(some) {
    const files = some.flatMap(({ file: name, make, password, landscape }, i) =>
      FACTORS.map(factor => {
        const path = join(folder, `input-${i}-${factor}`);
        writeFileSync(path, make(factor * smallest));
        return { path, name, password, landscape };
      }),
    );
    const options = JSON.stringify({ ordinary, files });
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--inspect', bundle, options], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS * some.length,
      killSignal: 'SIGKILL',
    });
    for (const { path } of files) rmSync(path);
    const lines = run.stdout.trim().split('\n').filter(Boolean);
    const reason = run.stderr.trim().split('\n').at(0)?.slice(0, 60) ?? '';
    const missing = { answer: `no answer: ${reason}`, ms: TIMEOUT_MS, mb: 0 };
    const row = at => (at < lines.length ? JSON.parse(lines[at]) : missing);
    return some.map((_, i) => FACTORS.map((_, k) => row(i * FACTORS.length + k)));
  }
}
