/** Pages turned before the engine lays them out, checked by the page boxes of real PDFs. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { documents } from '../../../helpers/documents.js';
import { editPackage, partOf } from '../../../helpers/edit-package.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';
import { boxesOf } from '../../workbooks.js';

const TURNABLE = ['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt', 'xlsx', 'xltx', 'ods', 'ots'] as const;

describeTools('--landscape', ['soffice.bin', 'pdftotext'], () => {
  const convert = async (source: { name: string; bytes: Uint8Array }, landscape: boolean) =>
    (await sharedConverter().convert(source, { pdf: { landscape } })).pdf;

  it.each(TURNABLE)('turns %s, which is portrait without it, and keeps its text', async format => {
    const { name, text, bytes: made } = documents[format]();
    const bytes = name.endsWith('s') ? editPackage(made, { 'styles.xml': xml => xml.replace('20cm', '10cm') }) : made;
    const [upright, turned] = [await convert({ name, bytes }, false), await convert({ name, bytes }, true)];
    expect(shape(upright)).toBe('portrait');
    expect(shape(turned)).toBe('landscape');
    expect(await wordsOf(turned)).toContain(text);
  });

  it('turns a document without a page size', async () => {
    const { name, bytes } = documents.docx();
    const bare = editPackage(bytes, {
      'word/document.xml': xml => xml.replace(/<w:sectPr[\s\S]*?<\/w:sectPr>|<w:sectPr[^>]*\/>/g, ''),
    });
    expect(shape(await convert({ name, bytes: bare }, true))).toBe('landscape');
  });

  it('turns every section', async () => {
    const { name, bytes } = documents.docx();
    const two = editPackage(bytes, {
      'word/document.xml': xml =>
        xml.replace(
          /<w:body>/,
          '<w:body><w:p><w:pPr><w:sectPr><w:pgSz w:h="15840" w:w="12240"/></w:sectPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>',
        ),
    });
    const pdf = await convert({ name, bytes: two }, true);
    expect(boxesOf(pdf)).toHaveLength(2);
    expect(boxesOf(pdf).every(([width, height]) => width > height)).toBe(true);
  });

  it('refuses a text file, which has no page size', async () => {
    await expect(convert(documents.txt(), true)).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });
});

it('does not change a page that is landscape already', async () => {
  const once = await prepareDocument(documents.odt().bytes, { pdf: { landscape: true } });
  const twice = await prepareDocument(once.bytes, { pdf: { landscape: true } });
  expect(partOf(twice.bytes, 'styles.xml')).toBe(partOf(once.bytes, 'styles.xml'));
});

function shape(pdf: Uint8Array): 'portrait' | 'landscape' {
  const [width, height] = boxesOf(pdf)[0] ?? [0, 0];
  return width > height ? 'landscape' : 'portrait';
}
