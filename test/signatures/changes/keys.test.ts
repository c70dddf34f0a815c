/** Entries that were changed are named by what they are for a reader. */
import { expect, test } from 'vitest';
import { ENGLISH } from '../../../src/messages/english/index.js';
import { type Edit, formPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import { assessFirst } from './assess.js';

const signed = formPdf().save(sign());

async function messagesOf(edit: Edit, pdf = signed): Promise<string[]> {
  return (await assessFirst(pdf.save(edit))).changes.map(({ message }) => message);
}

test.each<[what: string, number: number, entries: string, message: string]>([
  ['of a field', O.amount, '/TI 3', 'page 1, field “Amount”: the first visible line of the list was added'],
  ['of its widget', O.amount, '/OC<<>>', 'page 1, field “Amount”: the layer was added'],
  ['of the document', O.catalog, '/PageMode/UseThumbs', 'what viewers show beside the pages was added'],
  ['of a page', O.page, '/TrimBox[0 0 9 9]', 'page 1: the size of the page after it is cut was added'],
  [
    'that docconv does not know',
    O.amount,
    '/Foo 1',
    'page 1, field “Amount”: an entry of the field that docconv does not know (“/Foo”) was added',
  ],
  [
    'with a hostile key',
    O.amount,
    '/a#E2#80#9D#2EVALID#0A 1',
    'page 1, field “Amount”: an entry of the field that docconv does not know',
  ],
])('an entry %s', async (_, number, entries, message) => {
  const messages = await messagesOf(draft => draft.enter(number, entries));
  expect(messages).toContainEqual(expect.stringContaining(message));
  expect(messages.join().replace(/“[^”]*”/g, '')).not.toMatch(/VALID|\n/);
});

test('no text about a change shows a key', () => {
  const texts = Object.entries(ENGLISH).filter(([id]) => /^(?:change|entry|type|key|annotation)\./.test(id));
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.filter(([, text]) => /\/[A-Z]/.test(JSON.stringify(text)))).toEqual([]);
});
