/** What the report says about fields that show something else. */
import { expect, test } from 'vitest';
import { formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
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

test('a new value under an appearance that stays', async () => {
  const { warnings } = await assessFirst(planted.save(value('800')));
  expect(warnings).toEqual([
    'page 1, field “Amount”: the appearance of the field could not be compared with its value',
  ]);
});
