/** Every output on every engine: documents are converted back to PDF, texts are read, images are decoded. */
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { ConvertOptions, EngineName, OutputName } from '../../../src/convert/index.js';
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
