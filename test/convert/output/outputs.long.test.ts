/** Every output on every engine: documents are converted back to PDF, texts are read, images are decoded. */
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { ConvertOptions, EngineName, OutputName } from '../../../src/convert/index.js';
import { measuredSheet } from '../../helpers/documents/measured-sheet.js';
import { documents, type FormatName } from '../../helpers/documents.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { describeTools, describeWith } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';

const converter = sharedConverter();

const OFFICE: readonly [FormatName, OutputName][] = [
  ['docx', 'odt'],
  ['odt', 'docx'],
  ['docx', 'docx'],
  ['xlsx', 'ods'],
  ['ods', 'xlsx'],
  ['pptx', 'odp'],
];
const TEXTS: readonly [FormatName, OutputName][] = [
  ['docx', 'txt'],
  ['docx', 'md'],
  ['docx', 'html'],
  ['xlsx', 'csv'],
  ['xlsx', 'html'],
];

function outputsOf(engine: EngineName): void {
  it.each(OFFICE)('%s becomes %s', async (from, to) => {
    const fixture = documents[from]();
    const { files } = await converter.convert(fixture, { engine, to });
    expect(files).toMatchObject([{ page: null }]);
    const { pdf } = await converter.convert({ bytes: files[0]!.bytes, name: `again.${to}` }, { engine });
    await expectPdf(pdf, fixture.text);
  });

  it.each(TEXTS)('%s becomes %s', async (from, to) => {
    const fixture = documents[from]();
    const conversion = converter.convert(fixture, { engine, to });
    if (engine === 'wasm' && from === 'docx' && to !== 'txt') {
      await expect(conversion).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED', detail: { option: 'to' } });
      return;
    }
    const { files } = await conversion;
    const text = Buffer.from(files[0]!.bytes).toString();
    expect(text).toContain(to === 'csv' ? 'gestern' : fixture.text);
    expect(text).not.toMatch(/\r|\ufeff|document-\d/);
  });

  it('cells are written to csv as they are displayed', async () => {
    const formats = [200, 201, 202].map(id => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
    const cells = '<c r="A1" s="3"><v>45000</v></c><c r="B1" s="4"><v>12345</v></c><c r="C1" s="5"><v>0.5</v></c>';
    const text = '<c r="D1" t="inlineStr"><is><t>a, "b"</t></is></c>';
    const sheet = `<sheetData><row r="1">${cells}${text}</row></sheetData>`;
    const workbook = measuredSheet({ codes: ['dd/mm/yyyy', '0.00E+00', '#,##0.00 "kg"'], formats, sheet });
    const { files } = await converter.convert(workbook, { engine, to: 'csv' });
    expect(Buffer.from(files[0]!.bytes).toString()).toBe('15/03/2023,1.23E+04,0.50 kg,"a, ""b"""\n');
  });

  it.each(['png', 'jpg', 'webp'] as const)('a page becomes %s', async to => {
    const options: ConvertOptions = { engine, to, pdf: { thumbnail: 100 } };
    const { files } = await converter.convert(documents.docx(), options);
    expect(files).toMatchObject([{ page: 1 }]);
    if (to !== 'png') return;
    const { width, height } = PNG.sync.read(Buffer.from(files[0]!.bytes));
    expect([Math.max(width, height), width < height]).toEqual([100, true]);
  });

  it('the pages that are asked for become images of this resolution', async () => {
    const text = Array.from({ length: 300 }, (_, i) => `line ${i}`).join('\n');
    const source = { bytes: Buffer.from(text), name: 'long.txt' };
    const { files } = await converter.convert(source, { engine, to: 'png', pdf: { pages: '2-3', dpi: 20 } });
    expect(files.map(({ page }) => page)).toEqual([2, 3]);
    const { width, height } = PNG.sync.read(Buffer.from(files[0]!.bytes));
    expect([165, 170]).toContain(width); // A4 or Letter
    expect(height).toBeGreaterThan(200);
    await expect(
      converter.convert(source, { engine, to: 'png', pdf: { pages: '90-', dpi: 20 } }),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID', detail: { option: 'pages' } });
  });
}

describeTools('native', ['soffice.bin'], () => outputsOf('native'));
describeTools('soffice', ['soffice.bin'], () => outputsOf('soffice'));
describeWith('wasm', [embedded], () => outputsOf('wasm'));
