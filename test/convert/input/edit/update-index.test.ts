/** Tables of contents that are out of date, and computed anew on request. */
import { describe, expect, it } from 'vitest';
import { describeTools } from '../../../helpers/requires.js';
import { openEngines } from '../../engine-setup.js';
import { convertWithIndex, indexCases, staleOpen } from './update-index.helper.js';

const { converter } = await openEngines();

describeTools('--update-index', ['soffice.bin', 'pdftotext'], () => {
  describe('native', () => indexCases(converter, 'native'));

  it('is refused by soffice', async () => {
    const refused = { code: 'OPTION_UNSUPPORTED', detail: { option: 'updateIndex' } };
    await expect(convertWithIndex(converter, staleOpen, true, 'soffice')).rejects.toMatchObject(refused);
  });
});
