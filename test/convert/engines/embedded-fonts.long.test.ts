/** Documents with fonts of every format, on every engine, beside plain ones; and several in one call of soffice. */
import { expect, it } from 'vitest';
import { FONT_CARRIERS, withFont } from '../../helpers/documents/embedded-font.js';
import { documents } from '../../helpers/documents.js';
import { editPackage } from '../../helpers/edit-package.js';
import { descendantsOf } from '../../helpers/processes.js';
import { describeWith, linux, program, testWith } from '../../helpers/requires.js';
import { everySecond, FULL } from '../../helpers/selection.js';
import { embedded } from '../engine-setup.js';
import { differing, printsTheSame, withConverter } from '../neighbours.helper.js';

const LIBREOFFICE = program('soffice.bin');

/**
 * Of each family. soffice starts for each call, and gets every second one; the embedded engine takes several times as long to
 * start, which it does after each document with fonts, and gets one. DOCCONV_FULL=1 has both take all.
 */
const SELECTION = ['docx', 'odt', 'xlsx', 'pptx'];
const EVERY_SECOND = new RegExp(`\\.(?:${everySecond(SELECTION, 0).join('|')})$`);

const ENGINES = [
  ['native', LIBREOFFICE, /./],
  ['soffice', LIBREOFFICE, EVERY_SECOND],
  ['wasm', embedded, FULL ? /./ : /\.odt$/],
] as const;

/** As a DOCX that LibreOffice reads into the text of another one (ECMA-376-1, 17.17.2.1). */
function chunked() {
  const relation =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="inner.docx"/></Relationships>';
  const bytes = editPackage(documents.docx('outer').bytes, {
    '[Content_Types].xml': xml =>
      xml.replace(
        '</Types>',
        '<Override PartName="/word/inner.docx" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
    'word/document.xml': xml =>
      xml.replace(
        '</w:body>',
        '<w:altChunk xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></w:body>',
      ),
    'word/_rels/document.xml.rels': relation,
    'word/inner.docx': withFont('docx', 'inner').bytes,
  });
  return { name: 'chunked.docx', bytes };
}

for (const [engine, requirement, selected] of ENGINES)
  describeWith(`embedded fonts on the engine ${engine}`, [requirement], () => {
    it('documents with and without fonts in turn print what they print without the others', {
      timeout: 900_000,
    }, async () => {
      const plain = ['docx', 'odt', 'pptx', 'rtf', 'html', 'fodt', 'odp', 'txt', 'epub', 'odg'] as const;
      const carriers = [...FONT_CARRIERS.map(carrier => withFont(carrier, '1000')), chunked()];
      const pairs = carriers
        .filter(({ name }) => selected.test(name))
        .flatMap((fonts, i) => [
          { ...fonts, embedsFonts: true },
          documents[plain[i % plain.length]!](`Number 1000 of ${i}`),
        ]);
      expect(await differing(pairs, engine)).toEqual([]);
    });
  });

for (const [engine, requirement] of ENGINES)
  testWith(`the engine ${engine} replaces its worker after fonts only`, [linux, requirement], async () => {
    const engines = () => descendantsOf(process.pid).filter(({ command }) => /^\S*node .*engines/.test(command));
    const others = new Set(engines().map(({ pid }) => pid));
    const workers = () => engines().flatMap(({ pid }) => (others.has(pid) ? [] : [pid]));
    await withConverter({}, async converter => {
      await converter.convert(documents.odt('one'), { engine });
      const first = workers();
      for (const text of ['two', 'three']) await converter.convert(documents.odt(text), { engine });
      expect(workers()).toEqual(first);
      await converter.convert(withFont('odt', 'four'), { engine });
      await converter.convert(documents.odt('five'), { engine });
      expect(first.every(pid => workers().includes(pid))).toBe(engine === 'soffice');
    });
  });

describeWith('one call of soffice for several documents', [LIBREOFFICE], () => {
  it('prints them as separate calls do', { timeout: 120_000 }, async () => {
    const letters = Array.from({ length: 5 }, (_, i) => ({
      ...documents.docx(`1000 and ${i}`),
      name: `letter ${i}.docx`,
    }));
    const inputs = [letters[0]!, withFont('docx', '1000'), ...letters.slice(1), withFont('odt', '1000')];
    const pdfs = (settings: object) =>
      withConverter(settings, converter =>
        Promise.all(inputs.map(async input => (await converter.convert(input, { engine: 'soffice' })).pdf)),
      );
    const [together, apart] = [await pdfs({}), await pdfs({ isolation: 'document' })];
    for (const [i, pdf] of together.entries()) expect(await printsTheSame(pdf, apart[i]!), inputs[i]!.name).toBe(true);
  });
});
