/** `--comments margin` on the installed LibreOffice; on other engines and documents: margin.long.test.ts. */
import { expect, it } from 'vitest';
import { parsePdfOptions } from '../../../src/convert/option-values.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';
import { expectMargin } from './margin.helper.js';

it('--comments margin is refused together with --pdfua, since nothing in the margin has tags', () => {
  expect(() => parsePdfOptions({ comments: 'margin', pdfua: true })).toThrow(/^--comments margin and --pdfua exclude/);
});

describeTools('comments in the margin', ['soffice.bin', 'pdftotext', 'pdftoppm', 'qpdf'], async () => {
  const converter = sharedConverter();
  it('are printed beside the scaled page', () => expectMargin(converter, 'native'));
});
