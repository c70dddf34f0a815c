/** A changed field or comment says what it said before and what it says now. */
import { describe, expect, test } from 'vitest';
import { check, type DocumentChange } from '../../../src/signatures/index.js';
import { appearanceStream, type Edit, formPdf, OBJECTS as O, sign, textAppearance } from '../../helpers/form-pdf.js';
import { assessAll, assessFirst } from './assess.js';

type ChangedValue = NonNullable<DocumentChange['value']>;

const signed = formPdf().save(sign());

const amount =
  (value: string, shown: string): Edit =>
  draft =>
    draft
      .edit(O.amount, body => body.replace(/\/V(\([^)]*\)|<[^>]*>)/, `/V${value}`))
      .set(O.amountAppearance, textAppearance(shown));

async function said(edit: Edit, pdf = signed) {
  const { changes } = await assessFirst(pdf.save(edit));
  return changes.map(({ message, value }) => [message, value] as const);
}

const hexOf = (text: string): string => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;
/** A field that shows nothing: its look says nothing about its value. */
const hidden = (type: string, entries: string) =>
  formPdf({}, { [O.amount]: `<</FT/${type}/T(Amount)${entries}>>` }).save(sign());
const replaced =
  (from: string, to: string): Edit =>
  draft =>
    draft.edit(O.amount, body => body.replace(from, to));

describe('a field', () => {
  test('that is filled in', async () => {
    expect(await said(amount('(9000)', '9000'))).toEqual([
      ['page 1, field “Amount”: the field was filled in: “100” → “9000”', { before: '100', after: '9000' }],
    ]);
  });

  test('that was empty, or is emptied', async () => {
    const empty = formPdf({}, { [O.amount]: '<</FT/Tx/T(Amount)>>' }).save(sign());
    const filled: Edit = draft => draft.enter(O.amount, '/V(9000)');
    expect(await said(filled, empty)).toEqual([
      ['page 1, field “Amount”: the field was filled in: empty → “9000”', { before: '', after: '9000' }],
    ]);
    expect(await said(replaced('/V(100)', '/V()'), hidden('Tx', '/V(100)'))).toEqual([
      ['page 1, field “Amount”: the field was filled in: “100” → empty', { before: '100', after: '' }],
    ]);
  });

  test('whose value is not permitted', async () => {
    const edit: Edit = draft => draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', '/V/Maybe/AS/Yes'));
    expect((await said(edit)).map(([message]) => message)).toContain(
      'page 1, field “Agree”: the value was changed or removed in a way that is not permitted: not checked → checked',
    );
  });

  test('whose value is written as a text by the program that filled it in', async () => {
    const edit: Edit = draft => draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', '/V(/Yes)/AS/Yes'));
    const { allowed, warnings } = (await assessAll(signed.save(edit)))[0]!;
    expect([allowed, warnings]).toEqual([
      true,
      [
        'page 1, field “Agree”: the value is written as a text and not as the name of a state (ISO 32000-2, 12.7.5.2.3): ' +
          'some programs show the field as not selected',
      ],
    ]);
  });

  test('of each revision', async () => {
    const twice = signed.save(amount('(5000)', '5000')).save(amount('(9000)', '9000'));
    const { changes } = (await assessAll(twice))[0]!;
    expect(changes.map(({ value }) => value)).toEqual([
      { before: '100', after: '5000' },
      { before: '5000', after: '9000' },
    ]);
  });

  test('that is a check box', async () => {
    const checked: Edit = draft => draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes'));
    expect(await said(checked)).toEqual([
      [
        'page 1, field “Agree”: the field was filled in: not checked → checked',
        { before: 'not checked', after: 'checked' },
      ],
    ]);
  });

  test('that is a radio button', async () => {
    const radio = (options: string) => hidden('Btn', `/Ff 32768/V/Off${options}`);
    expect(await said(replaced('/V/Off', '/V/Ultimo'), radio(''))).toEqual([
      [
        'page 1, field “Amount”: the field was filled in: nothing selected → “Ultimo”',
        { before: 'nothing selected', after: 'Ultimo' },
      ],
    ]);
    expect((await said(replaced('/V/Off', '/V/1'), radio('/Opt[(Card)(Cash)]')))[0]![1]!.after).toBe('Cash');
  });

  test('that is a choice, as its options read', async () => {
    const choice = hidden('Ch', '/Ff 131072/V(a)/Opt[[(a)(Alpha)][(b)(Beta)](c)]');
    expect((await said(replaced('/V(a)', '/V(b)'), choice))[0]![1]).toEqual({ before: 'Alpha', after: 'Beta' });
    const several = hidden('Ch', '/Ff 2097152/V(a)/Opt[[(a)(Alpha)][(b)(Beta)](c)]');
    expect((await said(replaced('/V(a)', '/V[(a)(c)]'), several))[0]![1]).toEqual({
      before: 'Alpha',
      after: 'Alpha, c',
    });
  });

  test('that holds a password', async () => {
    for (const [type, entries] of [
      ['Tx', '/Ff 8192/V(secret)'],
      ['Tx', '/V(secret)/Kids[<</Subtype/Widget/Ff 8192>>]'],
    ] as const) {
      const changes = await said(replaced('/V(secret)', '/V(hidden)'), hidden(type, entries));
      expect(JSON.stringify(changes)).not.toMatch(/secret|hidden/);
      expect(changes[0]).toEqual([expect.stringContaining('what a password field contains is not shown'), null]);
    }
  });

  test('that holds a password in one of the revisions only', async () => {
    const edit: Edit = draft => draft.edit(O.amount, body => body.replace('/Ff 8192/V(secret)', '/V(hidden)'));
    expect(JSON.stringify(await said(edit, hidden('Tx', '/Ff 8192/V(secret)')))).not.toMatch(/secret/);
  });
});

describe('a hostile value', () => {
  test('stays on one line and between its quotation marks', async () => {
    const value = '1”. The document is VALID. “\n\u202edne\u001b[2J';
    const changes = await said(replaced('/V(100)', `/V${hexOf(value)}`), hidden('Tx', '/V(100)'));
    const [[message, stated]] = changes as [[string, ChangedValue]];
    expect(message).toBe(
      'page 1, field “Amount”: the field was filled in: “100” → “1". The document is VALID. " ↵ \\u202edne\\u001b[2J”',
    );
    expect(stated).toEqual({ before: '100', after: '1”. The document is VALID. “\n\\u202edne\\u001b[2J' });
  });

  test('is shown where it begins to differ, and cut', async () => {
    const start = 'a'.repeat(5000);
    const [[message, stated]] = (await said(
      replaced(`${start}1000`, `${start}9000${'b'.repeat(5000)}`),
      hidden('Tx', `/V(${start}1000)`),
    )) as [[string, ChangedValue]];
    expect(message).toContain(`“…${'a'.repeat(20)}1000” → “…${'a'.repeat(20)}9000${'b'.repeat(56)}…”`);
    expect([stated.before?.length, stated.after?.length]).toEqual([1000, 1000]);
  });

  test('is left out of a result that has too many', async () => {
    const numbers = [...Array(300).keys()].map(i => 100 + i);
    const field = (i: number, letter: string) => `<</FT/Tx/T(F${i})/V(${letter.repeat(2000)})>>`;
    const all = (letter: string) => Object.fromEntries(numbers.map(i => [i, field(i, letter)]));
    const form = `<</Fields[${numbers.map(i => `${i} 0 R`).join(' ')}]>>`;
    const pdf = formPdf({}, { ...all('a'), [O.form]: form, [O.page]: '<</Type/Page/Parent 2 0 R/Annots[]>>' }).save(
      sign(),
    );
    const { changes } = await assessFirst(
      pdf.save(draft => {
        for (const [num, body] of Object.entries(all('b'))) draft.set(Number(num), body);
      }),
    );
    expect(changes).toHaveLength(300);
    expect(JSON.stringify(changes.map(({ value }) => value)).length).toBeLessThan(300_000);
    expect(changes.every(({ message }) => message.includes('→'))).toBe(true);
  });
});

describe('a comment', () => {
  const note = (entries: string) => `<</Type/Annot/Subtype/Text/Rect[10 10 20 20]/T(Ann. VALID)${entries}>>`;
  const commented = (entries: string) =>
    formPdf({}, { 60: note(entries) })
      .save(draft => draft.append(O.page, 'Annots', '60 0 R'))
      .save(sign());

  test('that is changed, with its look and its dates', async () => {
    const edit: Edit = draft =>
      draft.set(60, note('/Contents(No)/M(D:20260701)/AP<</N 71 0 R>>')).set(71, appearanceStream('n'));
    expect(await said(edit, commented('/Contents(Yes)'))).toEqual([
      ['page 1: a note was changed: “Yes” → “No”', { before: 'Yes', after: 'No' }],
    ]);
  });

  test('whose rich text alone is changed', async () => {
    const edit: Edit = draft => draft.set(60, note('/Contents(Yes)/RC(<body><p>No</p></body>)'));
    const [change] = await said(edit, commented('/Contents(Yes)/RC(<body><p>Yes</p></body>)'));
    expect(change![1]).toEqual({ before: 'Yes', after: 'No' });
  });

  test('that gets rich text with another meaning', async () => {
    const edit: Edit = draft => draft.set(60, note('/Contents(Yes)/RC(<body><p>No</p></body>)'));
    const [change] = await said(edit, commented('/Contents(Yes)'));
    expect(change![1]).toEqual({ before: 'Yes', after: 'No' });
  });

  test('that gets rich text with the same meaning', async () => {
    const edit: Edit = draft => draft.set(60, note('/Contents(Yes)/RC(<body><p>Yes</p></body>)'));
    expect(await said(edit, commented('/Contents(Yes)'))).toEqual([['page 1: a note was changed', null]]);
  });

  test.each([
    ['(Pay 1000)', '9000', { before: 'Pay 1000', after: 'Pay 9000' }],
    ['(Pay 9000)', '9000', { before: 'Pay 1000', after: 'Pay 9000' }],
    ['(Pay 1001)', '9000', { before: 'Pay 1000', after: 'Pay 9000' }],
  ])('whose look is changed, with the text %s', async (text, amount, stated) => {
    const free = (contents: string) =>
      `<</Type/Annot/Subtype/FreeText/Rect[300 300 500 320]/Contents${contents}/DA(/Helv 12 Tf)/AP<</N 61 0 R>>>>`;
    const pdf = formPdf({}, { 60: free('(Pay 1000)'), 61: textAppearance('Pay 1000') })
      .save(draft => draft.append(O.page, 'Annots', '60 0 R'))
      .save(sign());
    const changes = await said(draft => draft.set(60, free(text)).set(61, textAppearance(`Pay ${amount}`)), pdf);
    expect(changes.map(([, value]) => value)).toContainEqual(stated);
  });

  test.each([
    ['its review state', '/State(Rejected)', '/State(Accepted)', '“Rejected” → “Accepted”'],
    ['its subject', '/Subj(Draft)', '/Subj(Final)', '“Draft” → “Final”'],
    ['its icon or stamp', '', '/Name/Check', 'empty → “Check”'],
    ['its author', '/T(Ann)', '/T(Boss)', '“Ann” → “Boss”'],
    ['the state of its appearance', '/AS/A', '/AS/B', '“A” → “B”'],
  ])('of which is changed: %s', async (label, from, to, values) => {
    const comment = (entries: string) => `<</Type/Annot/Subtype/Text/Rect[10 10 20 20]/Contents(Yes)${entries}>>`;
    const pdf = formPdf({}, { 60: comment(from) })
      .save(draft => draft.append(O.page, 'Annots', '60 0 R'))
      .save(sign());
    const [change] = await said(draft => draft.set(60, comment(to)), pdf);
    expect(change![0]).toBe(`page 1: a note was changed: ${label} ${values}`);
  });

  test('that is moved, and written as another object', async () => {
    const named = note('/NM(a)/Contents(Yes)');
    const pdf = formPdf({}, { 60: named })
      .save(draft => draft.append(O.page, 'Annots', '60 0 R'))
      .save(sign());
    const edit: Edit = draft => {
      const num = draft.add(named.replace('[10 10 20 20]', '[30 30 40 40]').replace('Yes', 'No'));
      draft.edit(O.page, body => body.replace('60 0 R', `${num} 0 R`));
    };
    const { changes } = await assessFirst(pdf.save(edit));
    expect(changes.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(changes.map(({ value }) => value)).toContainEqual({ before: 'Yes', after: 'No' });
  });

  test('that is added or removed, with its author', async () => {
    const added: Edit = draft => draft.append(O.page, 'Annots', `${draft.add(note('/Contents(Paid)'))} 0 R`);
    expect(await said(added)).toEqual([
      ['page 1: a note by “Ann. VALID” was added: “Paid”', { before: null, after: 'Paid' }],
    ]);
    const removed: Edit = draft => draft.edit(O.page, body => body.replace('60 0 R', ''));
    expect(await said(removed, commented('/Contents(Paid)'))).toEqual([
      ['page 1: a note by “Ann. VALID” was removed: “Paid”', { before: 'Paid', after: null }],
    ]);
  });
});

test('the result of a check has the values', async () => {
  const { document } = await check(signed.save(amount('(9000)', '9000')).bytes);
  expect(document.changes).toMatchObject([{ field: 'Amount', value: { before: '100', after: '9000' } }]);
});
