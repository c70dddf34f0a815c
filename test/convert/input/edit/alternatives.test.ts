/** Content for programs that understand certain namespaces, as an engine gets it and prints it. */
import { afterAll, describe, expect, it } from 'vitest';
import { createConverter } from '../../../../src/convert/index.js';
import { line, slideOf, textBox } from '../../../helpers/documents/slide-texts.js';
import { wordWith } from '../../../helpers/documents/with.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';

const OFFICE = 'http://schemas.microsoft.com/office/';
const box = (word: string) => textBox(line(word, 1800));
const paragraph = (word: string) => `<w:p><w:r><w:t>${word}</w:t></w:r></w:p>`;
const choice = (namespace: string, content: string) =>
  `<mc:Choice xmlns:n="${namespace}" Requires="n">${content}</mc:Choice>`;
const alternatives = (...all: readonly string[]) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${all.join('')}</mc:AlternateContent>`;

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

describe.each([
  ['native', ['soffice.bin', 'pdftotext']],
  ['wasm', ['pdftotext']],
] as const)('%s', (engine, programs) => {
  describeTools('the first choice of Office', programs, () => {
    it.each([
      ['a slide', slideOf, box],
      ['a text', wordWith, paragraph],
    ] as const)('in %s is printed where nothing stands in its place', async (_, document, text) => {
      const parts = [
        alternatives(
          choice('urn:other', text('other')),
          choice(`${OFFICE}2030/new`, text('first')),
          choice(`${OFFICE}2031/new`, text('second')),
        ),
        alternatives(choice(`${OFFICE}2030/new`, text('newer')), `<mc:Fallback>${text('older')}</mc:Fallback>`),
        alternatives(choice('urn:other', text('foreign'))),
      ];
      const words = await wordsOf((await converter.convert(document(parts.join('')), { engine })).pdf);
      expect(words).toContain('first');
      expect(words).toContain('older');
      for (const word of ['other', 'second', 'newer', 'foreign']) expect(words).not.toContain(word);
    });
  });
});
