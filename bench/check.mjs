/** `node bench/check.mjs`: the time of `docconv check` from a cold start, over many files in one process, and on a large file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, CORPUS, importSource, median, ms, ratio, report, scratch, sideBySide, timed } from './lib.mjs';

/** MB. */
const LARGE = 200;
const MANY = 25;

const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: folder };
const node = (...args) => timed(process.execPath, args, { env });
const { createIdentity, sign } = await importSource('src/sign/index.ts');
const identity = createIdentity('Bench');

await coldStart();
await manySignatures();
await oneProcess();
await largeFile();

async function coldStart() {
  const file = join(folder, 'small.pdf');
  writeFileSync(file, await sign(pdfOf(1), identity));
  const times = sideBySide(25, {
    empty: () => node('-e', '0'),
    check: () => node(BIN, 'check', '--json', file),
    pdfsig: () => timed('pdfsig', [file], { env }),
  });
  report('One small signed file, cold start (medians of 25, in turn)', [
    ['node -e 0', ms(times.empty)],
    ['docconv check --json', ms(times.check)],
    ['pdfsig', ms(times.pdfsig)],
    ['docconv / node (wanted: at most 1.8)', ratio(times.check / times.empty)],
    ['docconv / pdfsig', ratio(times.check / times.pdfsig)],
  ]);
}

/** One after the other, each in a revision of its own. */
async function manySignatures() {
  const file = join(folder, 'many.pdf');
  let signed = pdfOf(1);
  for (let i = 0; i < MANY; i++) signed = await sign(signed, identity);
  writeFileSync(file, signed);
  const times = sideBySide(25, {
    empty: () => node('-e', '0'),
    check: () => node(BIN, 'check', '--json', file),
  });
  report(`One file with ${MANY} signatures, cold start (medians of 25, in turn)`, [
    ['node -e 0', ms(times.empty)],
    ['docconv check --json', ms(times.check)],
    ['docconv / node (wanted: at most 3.5)', ratio(times.check / times.empty)],
  ]);
}

async function oneProcess() {
  const corpus = join(CORPUS, 'signed');
  if (!existsSync(corpus)) return report(`Files of the corpus in one process: skipped, there is no ${corpus}`, []);
  const { check } = await importSource('src/signatures/index.ts');
  const files = readdirSync(corpus).map(name => join(corpus, name));
  const times = [];
  for (const round of [0, 1, 2]) {
    for (const file of files) {
      const started = performance.now();
      await check(file).catch(() => null);
      if (round > 0) times.push(performance.now() - started); // the first round warms the compiler
    }
  }
  times.sort((a, b) => a - b);
  report(`${files.length} files of the corpus in one process`, [
    ['median per file', `${median(times).toFixed(2)} ms`.padStart(9)],
    ['95 % are below', ms(times[Math.floor(times.length * 0.95)])],
    ['slowest', ms(times.at(-1))],
  ]);
}

async function largeFile() {
  const file = join(folder, 'large.pdf');
  writeFileSync(file, await sign(pdfOf(LARGE << 20), identity));
  const times = sideBySide(5, {
    empty: () => node('-e', '0'),
    openssl: () => timed('openssl', ['dgst', '-sha256', file]),
    check: () => node(BIN, 'check', '--json', file),
  });
  report(`A signed file of ${statSync(file).size >> 20} MB (medians of 5, in turn)`, [
    ['openssl dgst -sha256', ms(times.openssl)],
    ['docconv check --json', ms(times.check)],
    ['without the start of node / openssl (wanted: at most 2.5)', ratio((times.check - times.empty) / times.openssl)],
    ['peak memory (wanted: below 150 MB)', `${peakMemory(file)} MB`.padStart(9)],
  ]);
}

/** Peak resident memory of the process alone, in MB; ru_maxrss would include the parent's memory at the time of the fork. */
function peakMemory(file) {
  const program = `
    import { readFileSync } from 'node:fs';
    process.argv.splice(1, 0, ${JSON.stringify(BIN)});
    process.on('exit', () => process.stderr.write(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));
    await import(${JSON.stringify(BIN)});`;
  const args = ['--input-type=module', '-e', program, 'check', '--json', file];
  const run = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return Math.round(Number(run.stderr) / 1024);
}

/** One page whose content stream has `size` bytes. */
function pdfOf(size) {
  const content = Buffer.alloc(size, '0 0 m 9 9 l S %padding\n');
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets = [];
  let length = parts[0].length;
  const add = (...pieces) => {
    for (const piece of pieces.map(part => Buffer.from(part))) {
      parts.push(piece);
      length += piece.length;
    }
  };
  const bodies = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    ['<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>'],
    [`<< /Length ${size} >>\nstream\n`, content, '\nendstream'],
  ];
  for (const [i, body] of bodies.entries()) {
    offsets.push(length);
    add(`${i + 1} 0 obj\n`, ...body, '\nendobj\n');
  }
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.concat(parts);
}
