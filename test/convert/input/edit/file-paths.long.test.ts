/** Fields of Word 97 that show the path of the file. */
import { expect, it } from 'vitest';
import { wordWith } from '../../../helpers/documents/with.js';
import { legacy } from '../../../helpers/documents.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = `<w:p>${mark('begin')}<w:r><w:instrText> FILENAME \\p </w:instrText></w:r>${mark('separate')}<w:r><w:t>x</w:t></w:r>${mark('end')}</w:p>`;

describeTools('the path of the file in Word 97', ['soffice.bin', 'pdftotext'], () => {
  it.each([
    ['of one byte for each character', ''],
    ['of two bytes for each character', '\u4f60\u597d'],
  ])('%s: is not printed, and other text of the same words is', async (_, text) => {
    const saved = await legacy(wordWith(`${field}<w:p><w:r><w:t>FILENAME \\p ${text}</w:t></w:r></w:p>`), 'doc');
    const words = (await wordsOf((await converter.convert(saved)).pdf)).trim();
    expect(words).toMatch(/^sample\.doc FILENAME \\p /);
  });
});
