/** Conversion, side by side with LibreOffice itself: cold, batch, warm, and the embedded engine from a cold start. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BIN, CORPUS, median, ms, ROOT, ratio, report, scratch, sideBySide, timed } from './lib.mjs';

const SMALL = join(CORPUS, 'docx', 'sample.docx');
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
    ['docconv / soffice (wanted: at most 0.75)', ratio(times.docconv / times.soffice)],
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

/** Each side in a process of its own, in turn, on one worker. */
function warm() {
  const run = side =>
    Number(
      spawnSync(process.execPath, [join(ROOT, 'bench', 'warm.mjs'), side, SMALL], { encoding: 'utf8', env }).stdout,
    );
  const sides = { pool: [], lok: [] };
  for (let round = 0; round < 5; round++) for (const side of Object.keys(sides)) sides[side].push(run(side));
  const [pool, lok] = [median(sides.pool), median(sides.lok)];
  report('One small DOCX, warm (medians of 5 medians of 40)', [
    ['through the pool', `${pool.toFixed(1)} ms`.padStart(9)],
    ['bare LibreOfficeKit calls in one process', `${lok.toFixed(1)} ms`.padStart(9)],
    [
      'pool - bare (wanted: at most 5 ms or 10 %)',
      `${(pool - lok).toFixed(1)} ms, ${(100 * (pool / lok - 1)).toFixed(0)} %`,
    ],
  ]);
}

function wasm() {
  const times = sideBySide(3, { docconv: () => docconv('--engine', 'wasm', SMALL) });
  const phases = spawnSync(
    process.execPath,
    ['--wasm-lazy-validation', join(ROOT, 'bench', 'wasm-phases.mjs'), SMALL],
    { encoding: 'utf8' },
  );
  report('One small DOCX from a cold start, embedded engine (median of 3)', [
    ['docconv convert --engine wasm', ms(times.docconv)],
    ...phases.stdout
      .trim()
      .split('\n')
      .map(line => line.split('\t')),
  ]);
}

const parts = { cold, batch, warm, wasm };
const asked = process.argv.slice(2).filter(name => name in parts);
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) run();
