/** Tables of contents that are out of date, and computed anew on request. */
import { describe, expect, it } from 'vitest';
import { unsupportedByVersion } from '../../../../src/convert/output/export-filter.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';
import { convertWithIndex, indexCases, staleOpen } from './update-index.helper.js';

const converter = sharedConverter();

it('is refused for soffice of an unknown version, which takes other options', () => {
  const engine = { name: 'soffice', version: null } as const;
  const message = '--update-index does not work with LibreOffice of an unknown version (soffice).';
  expect(unsupportedByVersion({ updateIndex: true }, engine)).toMatchObject({ code: 'OPTION_UNSUPPORTED', message });
  expect(unsupportedByVersion({ updateIndex: false, tagged: true }, engine)).toBeNull();
});

describeTools('--update-index', ['soffice.bin', 'pdftotext'], () => {
  describe('native', () => indexCases(converter, 'native'));

  it('is refused by soffice', async () => {
    const refused = { code: 'OPTION_UNSUPPORTED', detail: { option: 'updateIndex' } };
    await expect(convertWithIndex(converter, staleOpen, true, 'soffice')).rejects.toMatchObject(refused);
  });
});
