/**
 * `node bench/pdfa.mjs [folder ...]`: documents as PDF/A of each level, plain, with title and author, with a watermark,
 * header and page numbers, and merged, judged by PDFBox Preflight. Preflight knows 1b: of its findings on 2b and 3b, those
 * that only 1b forbids are not counted (test/helpers/looks/preflight.ts). Without folders, the sample Word documents are taken.
 * BENCH_ENGINE chooses the engine.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConverter } from '../dist/index.js';
import { CORPUS, importSource, scratch } from './lib.mjs';

const { preflight, faultsOf } = await importSource('test/helpers/looks/preflight.ts');

const engine = process.env.BENCH_ENGINE ?? 'native';
const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(CORPUS, 'docx')];
const files = folders.flatMap(folder =>
  readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(path => statSync(path).isFile()),
);
const VARIANTS = {
  plain: {},
  'title, author': { title: "Ann's <title> & more", author: 'Größe' },
  'watermark, header, numbers': { watermark: 'DRAFT', header: 'Header', pageNumbers: '{page}' },
};
/** Documents of one merged PDF. */
const GROUP = 6;

const out = scratch();
const converter = createConverter({ cache: join(out, 'cache') });
console.log(`${files.length} documents, engine ${engine}\n`);
console.log(
  `${'level'.padEnd(8)}${'variant'.padEnd(30)}${'PDFs'.padStart(6)}${'faulty'.padStart(8)}${'refused'.padStart(9)}${'no PDF'.padStart(8)}`,
);
for (const pdfa of ['1b', '2b', '3b']) {
  for (const [variant, options] of Object.entries(VARIANTS)) {
    await judge(
      pdfa,
      variant,
      files.map(path => ({ what: basename(path), make: pdf => convertTo(path, pdf, { pdfa, ...options }) })),
    );
  }
  const groups = Array.from({ length: Math.ceil(files.length / GROUP) }, (_, i) =>
    files.slice(i * GROUP, (i + 1) * GROUP),
  );
  const makes = groups.map(paths => ({
    what: `merge of ${paths.map(path => basename(path))}`,
    make: pdf => mergeTo(paths, pdf, { pdfa }),
  }));
  await judge(pdfa, `merged, ${GROUP} in one`, makes);
}
await converter.close();

function convertTo(path, output, pdf) {
  return converter.convertToFile({ path }, output, { engine, pdf });
}

/** Of the documents that can be converted at all. */
async function mergeTo(paths, output, pdf) {
  const usable = [];
  for (const path of paths) {
    const result = await converter.convert({ path }, { engine }).catch(() => null);
    if (result) usable.push({ source: { path } });
  }
  return converter.mergeToFile(usable, output, { engine, pdf });
}

async function judge(pdfa, variant, documents) {
  const folder = join(out, `${pdfa}-${variant.replaceAll(/\W+/g, '-')}`);
  mkdirSync(folder);
  const made = [];
  const count = { refused: 0, failed: 0 };
  const findings = [];
  for (const [i, { what, make }] of documents.entries()) {
    const path = join(folder, `${i}.pdf`);
    try {
      await make(path);
      made.push({ path, what });
    } catch (error) {
      if (error.code === 'PDFA_INVALID') {
        count.refused++;
        findings.push(`${what}: refused: ${error.message}`);
      } else count.failed++;
    }
  }
  const judged = await preflight(
    folder,
    made.map(({ path }) => path),
  );
  const faulty = judged.flatMap((all, i) => {
    const faults = faultsOf(pdfa, all);
    if (faults.length > 0) findings.push(`${made[i].what}: ${faults.slice(0, 5).join('; ')}`);
    return faults.length > 0 ? [i] : [];
  });
  console.log(
    `${pdfa.padEnd(8)}${variant.padEnd(30)}${String(made.length).padStart(6)}${String(faulty.length).padStart(8)}${String(count.refused).padStart(9)}${String(count.failed).padStart(8)}`,
  );
  for (const finding of findings) console.log(`        ${finding}`);
}
