/**
 * Which pages each cure of the table of faults touches, and whether it brings them nearer to those of Office: all documents
 * as soffice prints them with all cures, and with all but one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConverter } from '../../dist/index.js';
import { soffice } from '../corpus/make.mjs';
import { importSource } from '../lib.mjs';
import { compared, wordsOf } from './pages.mjs';

const { QUIRKS, QUIRK_IDS } = await importSource('src/convert/quirks/table.ts');
const { quirksOf } = await importSource('src/convert/quirks/index.ts');
const { prepareDocument } = await importSource('src/convert/input/prepare.ts');
const { fontNamesIn } = await importSource('src/convert/engines/fonts/installed-fonts.ts');
const { SYSTEM_FONTS } = await importSource('src/convert/engines/fonts/fonts.ts');

const FORMATS = {
  docx: { name: 'docx', container: 'ooxml', family: 'writer' },
  xlsx: { name: 'xlsx', container: 'ooxml', family: 'calc' },
  pptx: { name: 'pptx', container: 'ooxml', family: 'impress' },
};
/** Points by which words move when a cure touches them. */
const MOVED = 0.2;

/**
 * By cure: `pages` it touches, of which some are `nearer` and some `worse`. `fontFolders`: beside those of the system; `environment`: of
 * soffice, which finds the same fonts.
 */
export async function causesOf({ cases, folder, fontFolders, environment }) {
  const names = fontNamesIn([...fontFolders, ...SYSTEM_FONTS]);
  const { version } = createConverter()
    .engineStatus()
    .find(({ name }) => name === 'soffice');
  const quirks = quirksOf(version, 'soffice');
  const to = join(folder, 'cures');
  mkdirSync(to, { recursive: true });
  const changed = [];
  for (const { path, format, office } of cases) {
    const bytes = readFileSync(path);
    const write = (name, edited) => {
      const file = join(to, `${basename(path, `.${format}`)}--${name}.${format}`);
      writeFileSync(file, edited);
      return file;
    };
    const edited = async has =>
      (await prepareDocument(bytes, { name: path, quirks: has, fonts: async () => names })).bytes;
    const all = await edited(quirks);
    const whole = write('all', all);
    const cures = QUIRK_IDS.filter(id => QUIRKS[id].remedy === 'edit' && quirks(id, FORMATS[format]));
    for (const id of cures) {
      const others = await edited((each, kind) => each !== id && quirks(each, kind));
      if (Buffer.compare(others, all) !== 0)
        changed.push({ id, format, office, whole, without: write(id, others), source: basename(path) });
    }
  }
  const files = new Set(changed.flatMap(({ whole, without }) => [whole, without]));
  if (files.size > 0) soffice(folder, ['--convert-to', 'pdf', '--outdir', to, ...files], environment);
  return sums(changed);
}

function sums(changed) {
  const rows = new Map();
  const pdfOf = (path, format) => `${path.slice(0, -format.length)}pdf`;
  for (const { id, format, office, whole, without, source } of changed) {
    const [golden, cured, uncured] = [office, pdfOf(whole, format), pdfOf(without, format)].map(wordsOf);
    const row = rows.get(id) ?? { id, formats: new Set(), documents: 0, pages: 0, nearer: 0, worse: [] };
    rows.set(id, row);
    row.formats.add(format);
    row.documents++;
    for (const [i, words] of golden.entries()) {
      if (isSame(cured[i], uncured[i])) continue;
      const gain = compared(words, cured[i]).near - compared(words, uncured[i]).near;
      row.pages++;
      if (gain > 0) row.nearer++;
      if (gain < 0) row.worse.push(`${source} page ${i + 1}: ${-gain} words`);
    }
  }
  return [...rows.values()];
}

function isSame(one = [], other = []) {
  const isAt = (a, b) => a.word === b.word && Math.abs(a.x - b.x) < MOVED && Math.abs(a.y - b.y) < MOVED;
  return one.length === other.length && one.every((word, i) => isAt(word, other[i]));
}
