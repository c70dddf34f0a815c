/** Tracked changes: the text of the final and of the original version. */
import { describe, expect, it } from 'vitest';
import type { ConvertOptions } from '../../../../../src/convert/index.js';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { openTextWith, wordWith } from '../../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../../helpers/documents.js';
import { partOf } from '../../../../helpers/edit-package.js';
import { wordsOf } from '../../../../helpers/pdf-text.js';
import { describeTools } from '../../../../helpers/requires.js';
import { sharedConverter } from '../../../engine-setup.js';
import { divided, inOne, textOf, VERSIONS } from './cases.js';
import { OPEN_CASES, openText } from './open-cases.js';
import { WORD_CASES } from './word-cases.js';

const converter = sharedConverter();

const convert = (fixture: Fixture, changes: 'final' | 'original' | 'marked', options: ConvertOptions = {}) =>
  converter.convert(fixture, { ...options, pdf: { changes }, engine: 'native' });

describe.each(VERSIONS)('the %s version of', changes => {
  it.each(WORD_CASES)('Word: $name', async ({ xml, [changes]: words }) => {
    const { bytes } = await prepareDocument(wordWith(xml).bytes, { pdf: { changes } });
    expect(textOf(partOf(bytes, 'word/document.xml'))).toBe(`${words} x`);
  });

  it.each(OPEN_CASES)('OpenDocument: $name', async one => {
    const { bytes } = await prepareDocument(openTextWith(openText([one], one.xml)).bytes, { pdf: { changes } });
    expect(textOf(partOf(bytes, 'content.xml'))).toBe(`${one[changes]} x`);
  });
});

describeTools('--changes', ['soffice.bin', 'pdftotext'], () => {
  const word = WORD_CASES.filter(({ isText }) => isText !== false);
  const open = OPEN_CASES.filter(({ isText }) => isText !== false);
  const SUBJECTS = [
    ['docx', word, wordWith(inOne(word, text => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`))],
    [
      'odt',
      open,
      openTextWith(
        openText(
          open,
          inOne(open, text => `<text:p>${text}</text:p>`),
        ),
      ),
    ],
  ] as const;

  describe.each(VERSIONS)('%s', changes => {
    it.each(SUBJECTS)('%s: LibreOffice reads it, without a warning', async (_, cases, fixture) => {
      const { files, warnings } = await convert(fixture, changes, { to: 'txt' });
      const expected = cases.map(({ name, [changes]: words }) => [name, words.replace(/[[\]]/g, '')]);
      expect(divided(Buffer.from(files[0]!.bytes).toString(), cases)).toEqual(Object.fromEntries(expected));
      expect(warnings.filter(({ code }) => code === 'changes_printed')).toEqual([]);
    });
  });

  it.each(SUBJECTS)(
    'marked, %s: shows the deleted text with a warning, as without the option',
    async (_, cases, fixture) => {
      const { pdf, warnings } = await convert(fixture, 'marked');
      const shown = divided(await wordsOf(pdf), cases);
      expect(shown.deletion).toMatch(/apple old zebra/);
      expect(warnings.map(({ code }) => code)).toContain('changes_printed');
    },
  );

  it.each(['xlsx', 'rtf', 'html'] as const)('refuses %s by name', async format => {
    await expect(convert(documents[format](), 'final')).rejects.toMatchObject({
      code: 'OPTION_UNSUPPORTED',
      message: expect.stringMatching(/^--changes .*(text documents|Save the document as docx or odt)\.$/),
    });
  });
});
