/** What the appearance of a field is not understood by: viewers would show different things. */
import { describe, expect, test } from 'vitest';
import { fieldLook } from '../../../../src/signatures/changes/field-looks/field-look.js';
import { shownText } from '../../../../src/signatures/changes/field-looks/reader/shown-text.js';
import { openForm } from '../painting/pages.js';

const BOX = { left: 0, bottom: 0, right: 100, top: 100 };
const TEXT = 'BT /Std 12 Tf 5 50 Td (Text) Tj ET';

async function lookOf(content: string) {
  const { revision, form } = await openForm(content);
  const look = fieldLook(revision, form, BOX);
  return { understood: look.understood, text: shownText(look).text };
}

test('text and its place are understood', async () => {
  expect(await lookOf(TEXT)).toEqual({ understood: true, text: 'Text' });
  expect(await lookOf(`/Tx BMC q 0 0 1 rg ${TEXT} Q EMC Q`)).toEqual({ understood: true, text: 'Text' });
});

describe('an appearance is not understood', () => {
  const cases: [string, string][] = [
    ['with optional content', `/OC BMC EMC ${TEXT}`],
    ['with an unknown operator between BX and EX', `${TEXT} BX unknown EX`],
    ['with text behind Q', `q ${TEXT} Q (B) Tj`],
    ['with a matrix that changes within a path', `${TEXT} 0 0 m 1 1 l 1 0 0 1 5 5 cm S`],
    ['with an image', `${TEXT} /Im Do`],
    ['with the metrics of a glyph', `${TEXT} 1 0 d0`],
  ];
  for (const [what, content] of cases)
    test(what, async () => expect(await lookOf(content)).toEqual({ understood: false, text: 'Text' }));

  test('and its text is unknown where readers differ on an operator', async () => {
    for (const error of ['1 2 w', 'unknown', '1.5 Tr', '[/a] TJ', '1 (a) Tj'])
      expect([error, await lookOf(`${TEXT} ${error}`)]).toEqual([error, { understood: false, text: null }]);
  });
});
