/**
 * `node bench/large.mjs [KIND...]`: large documents with the default limits, converted in turn by docconv and by plain soffice:
 * a text of 500 pages, 100 MB of pictures, a sheet of a million cells. Prints the time, and of all processes together the
 * processor time and the peak of the memory, in which a page that several processes share counts once.
 */
import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Document, ImageRun, Packer, Paragraph } from 'docx';
import { strToU8, zipSync } from 'fflate';
import { PNG } from 'pngjs';
import { BIN, median, ms, ratio, report, scratch } from './lib.mjs';
import { measured } from './processes.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** On a slow machine a million cells take longer than the default of 60 s. */
const TIMEOUT = ['--timeout', '600'];
const folder = scratch();
const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const KINDS = {
  pages: ['500 pages', 'docx', text],
  pictures: ['100 MB of pictures', 'docx', pictures],
  cells: ['1,000,000 cells', 'xlsx', sheet],
};

function text() {
  const line = i => `Line ${i} has some words, so that there is something to lay out on the page.`;
  const page = n => times(30, i => new Paragraph({ text: line(i), pageBreakBefore: i === 0 && n > 0 }));
  return Packer.toBuffer(new Document({ sections: [{ children: times(500, page).flat() }] }));
}

/** Of noise, which no format compresses. */
function pictures() {
  const [width, height] = [900, 900];
  const picture = () => {
    const image = new PNG({ width, height, colorType: 2 });
    randomFillSync(image.data);
    const data = PNG.sync.write(image, { colorType: 2, inputHasAlpha: true, deflateLevel: 1, filterType: 0 });
    return new Paragraph({
      children: [new ImageRun({ type: 'png', data, transformation: { width: 400, height: 400 } })],
    });
  };
  return Packer.toBuffer(new Document({ sections: [{ children: times(42, picture) }] }));
}

function sheet() {
  const cell = (row, column) =>
    `<c r="${'ABCDEFGHIJ'[column]}${row}"><v>${(row * 7919 + column * 104_729) % 99_991}</v></c>`;
  const rows = times(100_000, i => `<row r="${i + 1}">${times(10, column => cell(i + 1, column)).join('')}</row>`);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (type, target) =>
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

/** Throws when the command does not write `pdf`. */
async function run(command, args, pdf) {
  rmSync(pdf, { force: true });
  const used = await measured(command, args, env);
  if (!existsSync(pdf)) throw new Error(`${command} wrote no PDF`);
  return used;
}

const wanted = process.argv.slice(2);
for (const [kind, [title, extension, make]] of Object.entries(KINDS)) {
  if (wanted.length > 0 && !wanted.includes(kind)) continue;
  const file = join(folder, `${kind}.${extension}`);
  writeFileSync(file, await make());
  const out = { docconv: join(folder, 'docconv'), soffice: join(folder, 'soffice') };
  for (const each of Object.values(out)) mkdirSync(each, { recursive: true });
  const runs = { docconv: [], soffice: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const pdf = name => join(out[name], `${kind}.pdf`);
    runs.docconv.push(
      await run(process.execPath, [BIN, 'convert', '-q', ...TIMEOUT, '-o', `${out.docconv}/`, file], pdf('docconv')),
    );
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', out.soffice, file];
    runs.soffice.push(await run('soffice', args, pdf('soffice')));
  }
  const of = (name, key) => median(runs[name].map(each => each[key]));
  const mb = bytes => `${(bytes / 1e6).toFixed(0)} MB`.padStart(9);
  report(`${title} (${extension}, ${mb(statSync(file).size).trim()}; medians of ${ROUNDS}, in turn)`, [
    ['docconv: time', ms(of('docconv', 'time'))],
    ['soffice: time', ms(of('soffice', 'time'))],
    ['docconv / soffice', ratio(of('docconv', 'time') / of('soffice', 'time'))],
    ['docconv: processor time', ms(of('docconv', 'cpu'))],
    ['soffice: processor time', ms(of('soffice', 'cpu'))],
    ['docconv / soffice', ratio(of('docconv', 'cpu') / of('soffice', 'cpu'))],
    ['docconv: peak memory of all processes', mb(of('docconv', 'memory'))],
    ['soffice: peak memory of all processes', mb(of('soffice', 'memory'))],
    ['docconv / soffice', ratio(of('docconv', 'memory') / of('soffice', 'memory'))],
  ]);
}
