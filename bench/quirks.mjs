/**
 * `npm run bench quirks`, `node bench/quirks.mjs [native] [wasm] [ID ...]`: which faults of the table in
 * src/convert/quirks/ the LibreOffice of each engine has. Converts the document of each row with the remedy of the row off
 * and on, and names the rows that are wrong for this version: a fault that is listed and not shown, or shown and listed as
 * gone. A limit, and content that no program of this machine writes, are not measured. Faults of the engine itself are named
 * only. For other versions, see .ci/system.
 * DOCCONV_BENCH_SECONDS: after which a conversion counts as one without a PDF; more on a busy machine.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConverter } from '../dist/index.js';
import { bundleSource, importSource, scratch } from './lib.mjs';
import { ENVIRONMENT } from './native.mjs';

/** Of a conversion; a start of LibreOffice takes seconds on a busy machine. */
const TIMEOUT_MS = 1000 * Number(process.env.DOCCONV_BENCH_SECONDS ?? 60);

const [{ DEMONSTRATIONS }, { factsOf }, { ENGINE_QUIRKS }, { QUIRKS, QUIRK_IDS }, { mayHave }, main] =
  await Promise.all([
    importSource('test/convert/quirks/documents.ts'),
    importSource('test/convert/quirks/facts.ts'),
    importSource('src/convert/quirks/engine-quirks.ts'),
    importSource('src/convert/quirks/table.ts'),
    importSource('src/convert/quirks/versions.ts'),
    bundleSource('test/convert/quirks/convert.main.ts'),
  ]);
const folder = scratch();
let count = 0;

/** Remedies after which a PDF does not show the fault. */
const CHANGES = ['edit', 'option'];

const args = process.argv.slice(2);
const ids = QUIRK_IDS.filter(id => args.includes(id) || !args.some(arg => arg in QUIRKS));
for (const { name, available, version } of createConverter().engineStatus()) {
  const isNamed = args.includes(name) || !args.some(arg => ['native', 'wasm'].includes(arg));
  if (available && name !== 'soffice' && isNamed) await measure(name, version);
}

async function measure(engine, version) {
  console.log(`\n${engine}, LibreOffice ${version}`);
  const wrong = [];
  const isShown = asker(engine);
  for (const id of ids) {
    const { remedy, engine: only = engine } = QUIRKS[id];
    const off = DEMONSTRATIONS[id].shows === null ? null : await isShown({ id, isRemedied: false });
    const on = off && CHANGES.includes(remedy) && (await isShown({ id, isRemedied: true }));
    const isListed = only === engine && mayHave(version, QUIRKS[id]);
    const problem = problemOf(off, on, isListed);
    if (problem) wrong.push(id);
    console.log(`  ${id.padEnd(20)} ${(isListed ? 'listed' : 'gone').padEnd(8)} ${seen(off).padEnd(14)} ${problem}`);
  }
  isShown.end();
  for (const [id, row] of Object.entries(ENGINE_QUIRKS).filter(([, { engines }]) => engines.includes(engine)))
    console.log(
      `  ${id.padEnd(20)} ${(mayHave(version, row) ? 'listed' : 'gone').padEnd(8)} ${row.fault}: ${row.where}`,
    );
  console.log(`  ${wrong.length === 0 ? 'No row is wrong.' : `Wrong: ${wrong.join(', ')}`}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function seen(isShown) {
  return isShown === null ? 'not measured' : isShown ? 'shown' : 'not shown';
}

function problemOf(off, on, isListed) {
  if (off === null) return '';
  if (isListed && !off) return 'WRONG: listed and not shown';
  if (!isListed && off) return 'WRONG: shown and listed as gone';
  return on ? 'WRONG: shown with its remedy, too' : '';
}

/** Asks one process, and a new one after a document that crashes or hangs it, of which there is no PDF. */
function asker(engine) {
  let child = null;
  const ask = async request => {
    if (!child || child.exitCode !== null || child.signalCode !== null) child = start(engine);
    const answer = new Promise(resolve => {
      child.once('message', resolve);
      child.once('close', () => resolve(null));
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.send(request);
    const path = await answer;
    clearTimeout(timer);
    child.removeAllListeners('message').removeAllListeners('close');
    return DEMONSTRATIONS[request.id].shows(path && (await factsOf(readFileSync(path))));
  };
  return Object.assign(ask, { end: () => child?.kill('SIGKILL') });
}

function start(engine) {
  const cwd = join(folder, `${count++}`);
  mkdirSync(cwd);
  const stdio = ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore', 'ipc'];
  return fork(main, [engine], { cwd, stdio, env: { ...process.env, ...ENVIRONMENT } });
}
