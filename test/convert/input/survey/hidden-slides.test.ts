/** Presentations of which nothing is printed: LibreOffice fails as for a damaged one. */
import { expect, it } from 'vitest';
import { edited } from '../../../helpers/documents/with.js';
import { documents } from '../../../helpers/documents.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();
const hidden = edited(documents.pptx('Hidden'), {
  'ppt/slides/slide1.xml': xml => xml.replace('<p:sld ', '<p:sld show="0" '),
});

describeTools('a presentation whose slides are all hidden', ['soffice.bin', 'pdftotext'], () => {
  it('is an error that names the option', async () => {
    const refused = { code: 'OPTION_INVALID', message: expect.stringContaining('Use --hidden-slides') };
    await expect(converter.convert(hidden)).rejects.toMatchObject(refused);
    await expect(converter.convert(hidden, { pdf: { pages: '1' } })).rejects.toMatchObject(refused);
  });

  it('is printed with the option', async () => {
    const { pdf } = await converter.convert(hidden, { engine: 'native', pdf: { hiddenSlides: true } });
    expect(await wordsOf(pdf)).toContain('Hidden');
  });
});
