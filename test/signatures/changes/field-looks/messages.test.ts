/** What the report says about fields that show something else. */
import { expect, test } from 'vitest';
import { formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { assessFirst } from '../assess.js';
import { enter, helv, look, value, withLook } from './cases.js';

const planted = formPdf({}, withLook('900', helv('100'))).save(sign());

test('a value that viewers are asked to draw', async () => {
  const { changes } = await assessFirst(planted.save(enter(O.form, '/NeedAppearances true')));
  expect(changes.map(({ message }) => message)).toEqual([expect.stringContaining('viewers are asked')]);
});

test('a new appearance', async () => {
  const { changes } = await assessFirst(planted.save(look(helv('900'))));
  expect(changes.map(({ field, message }) => [field, message])).toContainEqual([
    'Amount',
    expect.stringContaining('appearance'),
  ]);
});

test.each([
  [
    'another symbol',
    '8',
    ['page 1, field “Agree”: a state of the field was drawn as another symbol, or one that could not be compared'],
  ],
  ['the same symbol', '4', []],
])('a state that is not shown, drawn anew with %s', async (_, code, warnings) => {
  const symbol = (shown: string, size: number) =>
    stream(
      `q BT /ZaDb ${size} Tf 4 4 Td (${shown}) Tj ET Q`,
      '/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</ZaDb 30 0 R>>>>',
    );
  const signed = formPdf(
    {},
    { 30: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>', [O.agreeYes]: symbol('4', 16) },
  );
  const found = await assessFirst(signed.save(sign()).save(draft => draft.set(O.agreeYes, symbol(code, 14))));
  expect(found).toMatchObject({ allowed: true, warnings });
  expect(found.changes.map(({ message }) => message)).toEqual([
    'page 1, field “Agree”: the field was drawn anew, with the same value',
  ]);
});

test('a new value under an appearance that stays', async () => {
  const { warnings } = await assessFirst(planted.save(value('800')));
  expect(warnings).toEqual([
    'page 1, field “Amount”: the field shows “100” and not its new value: the program that entered it may not have drawn the field anew',
  ]);
});
