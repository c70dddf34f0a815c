/** What other writers of ZIP files make of a document is converted by each engine, whatever LibreOffice refuses. */
import { describe, expect, test } from 'vitest';
import { documents } from '../../helpers/documents.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';
import { restyled, STYLES } from './archives.helper.js';

const converter = sharedConverter();

const convertAll = (engine: 'native' | 'soffice' | 'wasm') =>
  test.each(STYLES)('converts a document with %s', async (_, style) => {
    const { name, bytes, text } = documents.docx();
    const { pdf, warnings } = await converter.convert({ name, bytes: restyled(bytes, style) }, { engine });
    expect(warnings).toEqual([]);
    await expectPdf(pdf, text);
  });

describe('wasm', () => convertAll('wasm'));
describeTools('native', ['soffice.bin'], () => convertAll('native'));
describeTools('soffice', ['soffice.bin'], () => convertAll('soffice'));
