/** PDFs that are printed again: by the engine that reads them as documents; the others lose their text. */
import { expect, it } from 'vitest';
import { documents } from '../../helpers/documents.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { describeWith, program } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

const PRINTED = { from: 'printed-pdf', pdf: { pdfa: '2b' } } as const;

describeWith('printed-pdf', [program('soffice.bin')], () => {
  it('is read by soffice only, and keeps its text', { timeout: 120_000 }, async () => {
    const converter = sharedConverter();
    const { pdf: bytes } = await converter.convert(documents.docx('Printed again'), { engine: 'native' });
    const source = { bytes, name: 'document.pdf' };
    const { pdf, engine } = await converter.convert(source, PRINTED);
    expect(engine).toBe('soffice');
    await expectPdf(pdf, 'Printed again');
    for (const other of ['native', 'wasm'] as const)
      await expect(converter.convert(source, { ...PRINTED, engine: other })).rejects.toMatchObject({
        code: 'NO_ENGINE',
      });
  });
});
