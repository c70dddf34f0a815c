/**
 * Why docconv's PDF of a document differs from that of soffice: soffice converts the document once more, first with the
 * values of the export that docconv sets, then as docconv has changed it, and both again with the fonts of docconv's workers,
 * until its PDF is the same.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { compare, factsOf } from '../bench/corpus/compare.mjs';
import { soffice } from '../bench/corpus/make.mjs';
import { importSource } from '../bench/lib.mjs';

/** What docconv asks LibreOffice for, whatever the document. */
const EXPORT = 'values of the export';
/** What the workers' fontconfig adds to that of the system: fonts of docconv, and which one replaces a missing one. */
const FONTS = 'fonts that engines/fonts/fonts.ts adds or replaces';
/** Edits that no fault of LibreOffice is the reason of, such as the paper of HTML. */
const OTHER = 'edits that no row of quirks/table.ts names';

/** docs/conversion.md has what it prints in another way. No soffice prints what it reads, so that only pixels may differ. */
const WRITER_WEB = 'native reads HTML by Writer/Web';

/**
 * The rows of quirks/table.ts, or one of the names above. Empty: no known cause.
 * @param difference a class of compare()
 * @param options those of the PDF
 */
export async function causesOf({ path, pdf, difference, engine, folder, ...rest }) {
  const { prepare, fontsFor } = await tools();
  const [document, facts] = [readFileSync(path), factsOf(pdf)];
  const conversion = { document, name: basename(path), engine, ...rest };
  const prepared = await prepare(conversion);
  const isLike = (bytes, environment) => {
    const other = pdfOf({ ...prepared, bytes, environment, name: conversion.name, folder });
    return other !== null && compare(facts, factsOf(other)).class === null;
  };
  if (isLike(document)) return [EXPORT];
  if (isLike(prepared.bytes)) return curesOf(conversion, prepared);
  const fonts = fontsFor(folder, rest.version);
  if (isLike(document, fonts)) return [FONTS];
  if (isLike(prepared.bytes, fonts)) return [...(await curesOf(conversion, prepared)), FONTS];
  return engine === 'native' && prepared.isPage && difference.startsWith('pixels') ? [WRITER_WEB] : [];
}

/** Those without which the document or its export would be another. */
async function curesOf(conversion, prepared) {
  const { prepare } = await tools();
  const cures = [];
  for (const id of prepared.asked) {
    const without = await prepare({ ...conversion, without: [id] });
    if (!isSame(without, prepared)) cures.push(id);
  }
  const uncured = await prepare({ ...conversion, without: prepared.asked });
  return isSame(uncured, { ...uncured, bytes: conversion.document }) ? cures : [...cures, OTHER];
}

const isSame = (a, b) => a.input === b.input && a.export === b.export && Buffer.compare(a.bytes, b.bytes) === 0;

let loaded;
async function tools() {
  loaded ??= Promise.all([
    importSource('src/convert/input/prepare.ts'),
    importSource('src/convert/output/export-filter.ts'),
    importSource('src/convert/quirks/index.ts'),
    importSource('src/convert/engines/fonts/fonts.ts'),
    importSource('src/convert/engines/fonts/installed-fonts.ts'),
  ]).then(([{ prepareDocument }, { exportOf }, { quirksOf }, { provideFonts, ...places }, { fontNamesIn }]) => ({
    async prepare({ document, name, options, engine, version, without = [] }) {
      const [has, asked] = [quirksOf(version, engine), new Set()];
      const fonts = async () => fontNamesIn([places.OWN_FONTS, ...places.SYSTEM_FONTS]); // no edit asks for LibreOffice's own
      const quirks = (id, format) => has(id, format) && asked.add(id) && !without.includes(id);
      const { bytes, format } = await prepareDocument(document, { name, pdf: options, quirks, fonts });
      const { filter, options: values } = exportOf(options, format, quirks);
      const input = [format.inputFilter, format.inputOptions].filter(Boolean).join(':');
      return {
        bytes,
        input,
        export: `pdf:${filter}:${values}`,
        asked: [...asked],
        isPage: format.container === 'html',
      };
    },
    fontsFor(folder, version) {
      const own = join(folder, 'fonts');
      rmSync(own, { recursive: true, force: true });
      return provideFonts([], own, version);
    },
  }));
  return loaded;
}

/** Null: soffice made none. */
function pdfOf({ bytes, input, export: exported, environment, name, folder }) {
  const own = join(folder, 'cause');
  mkdirSync(own, { recursive: true });
  const path = join(own, name);
  writeFileSync(path, bytes);
  const pdf = join(own, `${basename(name, extname(name))}.pdf`);
  writeFileSync(pdf, '');
  soffice(folder, [`--infilter=${input}`, '--convert-to', exported, '--outdir', own, path], environment);
  return readFileSync(pdf).length > 0 ? pdf : null;
}
