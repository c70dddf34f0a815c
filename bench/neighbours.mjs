/**
 * `node bench/neighbours.mjs [ENGINE...]`: whether a document changes what the next one of the same worker prints. Every
 * document with fonts of its own is converted before each of ten plain ones, in one converter; the PDFs are compared with
 * those of processes of their own. Prints the differences and the processor time of both kinds of documents.
 * BENCH_SEQUENCE=N: also N random documents of the corpus, in one converter.
 * BENCH_OTHER=DIR: converts with the docconv that is built there.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CORPUS, importSource, ROOT, report, scratch } from './lib.mjs';

const { createConverter } = await import(join(process.env.BENCH_OTHER ?? ROOT, 'dist', 'index.js'));
const { FONT_CARRIERS, withFont } = await importSource('test/helpers/documents/embedded-font.ts');
const { documents } = await importSource('test/helpers/documents.ts');

const ENGINES = process.argv.length > 2 ? process.argv.slice(2) : ['native', 'soffice', 'wasm'];
const PLAIN = ['docx', 'odt', 'pptx', 'rtf', 'html', 'fodt', 'odp', 'txt', 'epub', 'odg'];
const SEQUENCE = Number(process.env.BENCH_SEQUENCE ?? 0);
const DPI = 50;
const folder = scratch();

/**
 * Returns a function for the seconds of processor time of this process and all that it starts, also of what was killed: a
 * control group of version 1 or 2 counts them. Needs root.
 */
function startMeter() {
  const [group, file, scale] = existsSync('/sys/fs/cgroup/cpuacct')
    ? ['/sys/fs/cgroup/cpuacct', 'cpuacct.usage', 1e9]
    : ['/sys/fs/cgroup', 'cpu.stat', 1e6];
  const own = join(group, `docconv-bench-${process.pid}`);
  mkdirSync(own);
  writeFileSync(join(own, 'cgroup.procs'), String(process.pid));
  process.on('exit', () => {
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
    spawnSync('rmdir', [own]);
  });
  return () => Number(/\d+/.exec(readFileSync(join(own, file), 'utf8'))[0]) / scale;
}

const processorTime = startMeter();

async function withConverter(settings, use) {
  const converter = createConverter({ workers: 1, timeoutMs: 120_000, ...settings });
  try {
    return await use(converter);
  } finally {
    await converter.close();
  }
}

async function convert(converter, input, engine) {
  try {
    return Buffer.from((await converter.convert(input, { engine })).pdf);
  } catch (error) {
    return error.code;
  }
}

/** A hash of the PDF without what differs in every conversion. */
function contentOf(pdf) {
  if (typeof pdf === 'string') return pdf;
  const text = pdf.toString('latin1').replace(/\/(?:CreationDate ?\([^)]*\)|ID ?\[[^\]]*\]|DocChecksum ?\/\w+)/g, '');
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** A hash of the pictures of its pages: some objects of a PDF have no fixed order. */
function looksOf(pdf) {
  if (typeof pdf === 'string') return pdf;
  const path = join(folder, 'looks.pdf');
  writeFileSync(path, pdf);
  const { stdout } = spawnSync('pdftoppm', ['-r', String(DPI), path], { maxBuffer: 2 ** 31 });
  return createHash('sha256').update(stdout).digest('hex');
}

const isSame = (one, other) => contentOf(one) === contentOf(other) || looksOf(one) === looksOf(other);

/** Of each input in a process of its own. */
async function alone(inputs, engine) {
  const pdfs = new Map();
  for (const input of inputs)
    pdfs.set(input, await withConverter({ isolation: 'document' }, converter => convert(converter, input, engine)));
  return pdfs;
}

async function inTurn(inputs, engine, expected) {
  const differing = [];
  await withConverter({}, async converter => {
    let previous = 'the start';
    for (const input of inputs) {
      if (!isSame(await convert(converter, input, engine), expected.get(input)))
        differing.push(`${input.name} after ${previous}`);
      previous = input.name;
    }
  });
  return differing;
}

/** Seconds of processor time for each document of a converter, without its start and end. */
async function costOf(inputs, engine) {
  const measure = async list => {
    const before = processorTime();
    await withConverter({}, async converter => {
      for (const input of list) await convert(converter, input, engine);
    });
    return processorTime() - before;
  };
  const [first] = inputs;
  const start = await measure([first]);
  return (await measure([first, ...inputs])) / inputs.length - start / inputs.length;
}

/** The same random documents in every run. */
function corpus(count) {
  const files = ['office', 'docx']
    .flatMap(part => readdirSync(join(CORPUS, part), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && !['.json', '.md', '.txt', '.pdf'].includes(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name));
  let seed = 1;
  const next = limit => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % limit;
  };
  const chosen = Array.from({ length: count }, () => files[next(files.length)]);
  const inputs = new Map(
    [...new Set(chosen)].map(path => [path, { name: path.split('/').at(-1), bytes: readFileSync(path) }]),
  );
  return chosen.map(path => inputs.get(path));
}

for (const engine of ENGINES) {
  const plain = PLAIN.map(format => ({ ...documents[format](`Number 1000 of ${format}`), name: `plain.${format}` }));
  const carriers = FONT_CARRIERS.map(format => withFont(format, '1000'));
  const expected = await alone([...plain, ...carriers], engine);
  const pairs = carriers.flatMap(fonts => plain.flatMap(each => [fonts, each]));
  const differing = await inTurn(pairs, engine, expected);
  report(`${engine}: ${carriers.length} documents with fonts before each of ${plain.length} plain ones`, [
    ['documents that print differently than alone', `${differing.length} of ${pairs.length}`],
    ['processor time of a document with fonts', `${((await costOf(carriers, engine)) * 1000).toFixed(0)} ms`],
    ['processor time of a plain document', `${((await costOf(plain, engine)) * 1000).toFixed(0)} ms`],
  ]);
  for (const name of differing.slice(0, 20)) console.log(`    ${name}`);
  if (SEQUENCE > 0) {
    const inputs = corpus(SEQUENCE);
    const found = await inTurn(inputs, engine, await alone([...new Set(inputs)], engine));
    report(`${engine}: ${SEQUENCE} random documents of the corpus`, [
      ['documents that print differently', found.length],
    ]);
    for (const name of found) console.log(`    ${name}`);
  }
}
