/**
 * `node bench/operations.mjs`: splits of a PDF of 2,000 pages, by the command line into files and by the service into a ZIP
 * archive of 500 files: the time, and of all processes together the processor time and the peak of the memory, of which
 * the service has most before the request, for LibreOffice that waits.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, median, ms, report, scratch } from './lib.mjs';
import { descendantsOf, measured, shareOf, watch } from './processes.mjs';
import { startServer } from './service.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PAGES = 2000;
const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
const file = join(folder, 'pages.pdf');
writeFileSync(file, pdfOf(PAGES));

/** Tagged, with a text of its own, a bookmark and a link to the next one on each page, and a font for all. */
function pdfOf(pages) {
  const objects = [];
  const add = body => objects.push(body);
  const at = (page, part) => `${5 + (page % pages) * 5 + part} 0 R`;
  const all = (from, part) => from.map(page => at(page, part)).join(' ');
  const numbers = Array.from({ length: pages }, (_, i) => i);
  add(
    '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>' +
      `/Outlines<</First ${at(0, 3)}/Last ${at(pages - 1, 3)}/Count ${pages}>>>>`,
  );
  add(`<</Type/Pages/Count ${pages}/Kids[${all(numbers, 0)}]/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const parents = numbers.map(page => `${page}[${at(page, 4)}]`).join(' ');
  add(`<</Type/StructTreeRoot/K[${all(numbers, 4)}]/ParentTree<</Nums[${parents}]>>>>`);
  for (const page of numbers) {
    const lines = Array.from({ length: 40 }, (_, i) => `(Page ${page + 1}, line ${i + 1} of the text.) Tj T*`).join(
      '\n',
    );
    const content = `/P <</MCID 0>> BDC BT /F1 11 Tf 14 TL 50 780 Td\n${lines}\nET EMC`;
    const link = `<</Type/Annot/Subtype/Link/Rect[0 0 99 20]/Dest[${at(page + 1, 0)}/Fit]>>`;
    add(`<</Type/Page/Parent 2 0 R/Contents ${at(page, 1)}/StructParents ${page}/Annots[${at(page, 2)}]>>`);
    add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    add(link);
    const next = page < pages - 1 ? `/Next ${at(page + 1, 3)}` : '';
    add(`<</Title(Page ${page + 1})/Dest[${at(page, 0)}/Fit]${next}>>`);
    add(`<</Type/StructElem/S/P/P 4 0 R/Pg ${at(page, 0)}/K 0>>`);
  }
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj${body}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
}

async function splitFiles(every) {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const args = [BIN, 'convert', '-q', '--timeout', '600', file, '--split', String(every), '-o', join(out, 'part.pdf')];
  const used = await measured(process.execPath, args, env);
  const written = readdirSync(out).length;
  if (written !== Math.ceil(PAGES / every)) throw new Error(`${written} files instead of ${PAGES / every}`);
  return used;
}

async function splitArchive({ pid, url, key }) {
  const idle = shareOf([pid, ...descendantsOf(pid)]);
  const stop = watch(pid);
  const started = performance.now();
  const form = new FormData();
  form.set('file', new Blob([readFileSync(file)]), 'pages.pdf');
  const response = await fetch(`${url}/v1/convert?split=4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const used = { time: performance.now() - started, ...stop(), idle };
  if (!response.ok) throw new Error(bytes.toString());
  const count = bytes.readUInt16LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 10);
  if (count !== PAGES / 4) throw new Error(`${count} files in the archive`);
  return used;
}

const mb = bytes => `${(bytes / 1e6).toFixed(0)} MB`.padStart(9);

async function measure(title, run) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await run());
  const of = key => median(runs.map(each => each[key]));
  report(`${title} (medians of ${ROUNDS})`, [
    ['time', ms(of('time'))],
    ['processor time', ms(of('cpu'))],
    ['peak memory of all processes', mb(of('memory'))],
    ...(runs[0].idle === undefined ? [] : [['  before the request', mb(of('idle'))]]),
  ]);
}

await measure('2,000 pages into 200 files, docconv convert --split 10', () => splitFiles(10));
await measure('2,000 pages into 2,000 files, docconv convert --split 1', () => splitFiles(1));
const server = await startServer(join(folder, 'server'), ['--timeout', '600']);
try {
  await measure('2,000 pages into an archive of 500 files, POST /v1/convert', () => splitArchive(server));
} finally {
  await server.stop();
}
