/**
 * `node bench/convert.mjs [cold] [batch] [warm] [wasm]`: the time of conversions beside that of LibreOffice alone: from a
 * cold start, as a batch, in a warm worker, and with the embedded engine from a cold start.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BIN, CORPUS, median, ms, ROOT, ratio, report, scratch, sideBySide, timed } from './lib.mjs';

const SMALL = join(CORPUS, 'docx', 'sample.docx');
const WARM_DOCUMENTS = Number(process.env.BENCH_COUNT ?? 40);
const folder = scratch();
const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
const out = join(folder, 'out');
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
mkdirSync(out);

const docconv = (...args) =>
  timed(process.execPath, [BIN, 'convert', '-q', '-o', `${out}/`, ...args], { env, allowed: [0, 3] });
const soffice = (...files) =>
  timed('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, ...files]);

function cold() {
  const times = sideBySide(9, { docconv: () => docconv('--engine', 'native', SMALL), soffice: () => soffice(SMALL) });
  report('One small DOCX from a cold start (medians of 9, in turn)', [
    ['docconv convert --engine native, default isolation', ms(times.docconv)],
    ['soffice --headless --convert-to pdf, warm profile', ms(times.soffice)],
    ['docconv / soffice (wanted: at most 0.45)', ratio(times.docconv / times.soffice)],
  ]);
}

function batch() {
  const files = readdirSync(join(CORPUS, 'docx')).map(name => join(CORPUS, 'docx', name));
  const times = sideBySide(3, {
    docconv: () => docconv('--engine', 'native', '--workers', '2', ...files),
    soffice: () => soffice(...files),
  });
  report(`${files.length} DOCX as one batch (medians of 3, in turn)`, [
    ['docconv convert --workers 2', ms(times.docconv)],
    ['one soffice --convert-to call', ms(times.soffice)],
    ['soffice / docconv (wanted: at least 1.7)', ratio(times.soffice / times.docconv)],
  ]);
}

/** On one worker, in turn with direct calls in one process. */
async function warm() {
  const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
  const converter = createConverter({ workers: 1, engine: 'native' });
  const { ENVIRONMENT } = await import('./native.mjs');
  const kit = fork(join(ROOT, 'bench', 'libreofficekit.mjs'), [join(folder, 'kit')], { env: ENVIRONMENT });
  await once(kit, 'message');
  const files = Array(WARM_DOCUMENTS).fill(SMALL);
  const direct = async () => {
    kit.send(files);
    const [times] = await once(kit, 'message');
    return times;
  };
  const pooled = async () => {
    const times = [];
    for (const file of files) {
      const started = performance.now();
      await converter.convertToFile(file, join(folder, 'warm.pdf'));
      times.push(performance.now() - started);
    }
    return times;
  };
  const medians = { pooled: [], direct: [] };
  for (let round = 0; round <= 5; round++) {
    for (const [name, run] of Object.entries({ pooled, direct })) {
      const times = await run();
      if (round > 0) medians[name].push(median(times));
    }
  }
  kit.kill('SIGKILL');
  await converter.close();
  const [pool, bare] = [median(medians.pooled), median(medians.direct)];
  report(`One small DOCX, warm (medians of 5 medians of ${WARM_DOCUMENTS})`, [
    ['docconv, one worker', `${pool.toFixed(1)} ms`.padStart(9)],
    ['direct LibreOfficeKit calls in one process', `${bare.toFixed(1)} ms`.padStart(9)],
    [
      'docconv - direct (wanted: at most 5 ms or 10 %)',
      `${(pool - bare).toFixed(1)} ms, ${(100 * (pool / bare - 1)).toFixed(0)} %`,
    ],
  ]);
}

function wasm() {
  for (const file of [SMALL, join(ROOT, 'examples', 'report.docx')]) {
    const times = sideBySide(20, {
      node: () => timed(process.execPath, ['-e', '0']),
      docconv: () => docconv('--engine', 'wasm', file),
    });
    const phases = spawnSync(process.execPath, [join(ROOT, 'bench', 'wasm-phases.mjs'), file], { encoding: 'utf8' });
    report(`${basename(file)} from a cold start, embedded engine (medians of 20, in turn; phases: one run)`, [
      ['node -e 0', ms(times.node)],
      ['docconv convert --engine wasm (wanted: less than 3 s)', ms(times.docconv)],
      ...phases.stdout
        .trimEnd()
        .split('\n')
        .map(line => line.split('\t')),
    ]);
  }
}

const parts = { cold, batch, warm, wasm };
const selected = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (selected.length === 0 || selected.includes(name)) await run();
