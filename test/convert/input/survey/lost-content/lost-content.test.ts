/** Content that LibreOffice leaves out: a warning names it, and there is none where the PDF has it. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import type { Fixture } from '../../../../helpers/documents.js';
import { wordsOf } from '../../../../helpers/pdf-text.js';
import { describeTools } from '../../../../helpers/requires.js';
import { sharedConverter } from '../../../engine-setup.js';
import { OTHER_CASES } from './other-cases.js';
import { WORD } from './package-parts.js';
import { WORD_CASES } from './word-cases.js';

const converter = sharedConverter();
const CASES = [...WORD_CASES, ...OTHER_CASES];

async function lostOf({ bytes, name }: Fixture) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list().flatMap(({ code, detail }) => (code === 'content_lost' ? [detail] : []));
}

describe('lost content', () => {
  it.each(CASES)('%s', async (_, document, what) => {
    expect(await lostOf(document)).toEqual(what === null ? [] : [{ what }]);
  });
});

/** With a word in what is lost or kept; a note that stands in for something is printed nevertheless. */
const isNote = (what: string | null) =>
  what === 'slicer' || what === 'chart of Office 2016' || what === 'comments in footnotes';
// of an inserted plain text, 26.8 prints letters that it does not have, too
const READABLE =
  /SmartArt without|an SVG picture without|IF field|footnote|with a replacement|inserted (?:Word|page|RTF)|embedded (?:workbook|page)|slicer|2016 on|a sheet shows|Excel 2003/;
const printed = CASES.filter(([name]) => READABLE.test(name) && !name.includes('with a picture'));

describeTools('lost content', ['soffice.bin', 'pdftotext'], () => {
  it.each(printed)('%s', async (_, document, what) => {
    const { pdf, warnings } = await converter.convert(document, { engine: 'native' });
    const isLost = warnings.some(({ code }) => code === 'content_lost');
    expect((await wordsOf(pdf)).includes(WORD)).toBe(!isLost || isNote(what));
  });
});
