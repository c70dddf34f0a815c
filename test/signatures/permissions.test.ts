/** What signatures permit afterwards: the strictest of several certifications; a malformed lock locks every field. */
import { describe, expect, test } from 'vitest';
import { openPdf } from '../../src/pdf/index.js';
import { changePermissions } from '../../src/signatures/index.js';
import { type FormPdf, formPdf, OBJECTS as O, sign } from '../helpers/form-pdf.js';

const permissionsOf = async ({ bytes }: FormPdf) => changePermissions((await openPdf(bytes)).latest);
const docMDP = (parameters: string) =>
  `<</Type/SigRef/TransformMethod/DocMDP${parameters === '' ? '' : `/TransformParams ${parameters}`}>>`;

describe('several DocMDP transforms', () => {
  test.each<[what: string, references: string, level: number]>([
    ['of one signature, the strictest last', `[${docMDP('<</P 3>>')}${docMDP('<</P 1>>')}]`, 1],
    ['of one signature, the strictest first', `[${docMDP('<</P 1>>')}${docMDP('<</P 3>>')}]`, 1],
    ['of one signature, one without parameters', `[${docMDP('<</P 3>>')}${docMDP('')}]`, 2],
    ['of one signature, one with an unknown level', `[${docMDP('<</P 3>>')}${docMDP('<</P 4>>')}]`, 1],
    ['of one signature, one with parameters that are no dictionary', `[${docMDP('<</P 3>>')}${docMDP('3')}]`, 1],
    ['of one signature, beside another transform', `[<</TransformMethod/Identity>>${docMDP('<</P 3>>')}]`, 3],
    ['one that is not in an array', docMDP('<</P 1>>'), 1],
    ['one', `[${docMDP('<</P 3>>')}]`, 3],
    ['one with a key that is given twice', `[${docMDP('<</P 1/P 3>>')}]`, 1],
    ['one whose method is given twice', '[<</TransformMethod/UR3/TransformMethod/DocMDP/TransformParams<</P 3>>>>]', 1],
    ['one whose method is a string', '[<</TransformMethod(DocMDP)/TransformParams<</P 3>>>>]', 1],
    ['one whose method is in an array', '[<</TransformMethod[/DocMDP]/TransformParams<</P 3>>>>]', 1],
    ['one without a method', '[<</TransformParams<</P 3>>>>]', 1],
    ['one in an array of its own', `[[${docMDP('<</P 3>>')}]]`, 1],
    ['one that is misspelt', '[<</TransformMethod/docMDP/TransformParams<</P 3>>>>]', 1],
    ['one beside something else', `[${docMDP('<</P 3>>')}(x)]`, 1],
    ['one beside null', `[null ${docMDP('<</P 3>>')}]`, 3],
    ['none, but another transform', '[<</TransformMethod/Identity>>]', 1],
    ['none', '[]', 2],
  ])('%s', async (_, references, level) => {
    const certified = formPdf().save(sign({ docMDP: 3 }));
    const value = Object.entries(certified.objects).find(([, body]) => String(body).includes('/ByteRange'))!;
    const changed = certified.save(draft =>
      draft.edit(Number(value[0]), body => body.replace(/\/Reference\[.*?\]/, `/Reference ${references}`)),
    );
    expect(await permissionsOf(changed)).toMatchObject({ level, certified: true });
  });

  test.each([
    [3, 1, 1],
    [1, 3, 1],
    [3, 2, 2],
    [3, 3, 3],
  ])('of two signatures, P=%i and P=%i', async (first, second, level) => {
    const entries = `/Reference[${docMDP(`<</P ${second}>>`)}]`;
    const both = formPdf()
      .save(sign({ docMDP: first }))
      .save(sign({ field: 'Second', entries }));
    expect(await permissionsOf(both)).toMatchObject({ level, certified: true });
  });

  test('of a signature that does not certify', async () => {
    const entries = `/Reference[${docMDP('<</P 1>>')}]`;
    expect(await permissionsOf(formPdf().save(sign({ entries })))).toMatchObject({ level: null, certified: false });
  });
});

describe('a lock', () => {
  const ALL = ['Name', 'Name.First', 'Amount', 'New'];
  const rows: [what: string, parameters: string, locked: string[]][] = [
    ['of all fields', '<</Action/All>>', ALL],
    ['of all fields, with a list', '<</Action/All/Fields[(Amount)]>>', ALL],
    ['of one field', '<</Action/Include/Fields[(Name)]>>', ['Name', 'Name.First']],
    ['of no field', '<</Action/Include/Fields[]>>', []],
    ['of all but one field', '<</Action/Exclude/Fields[(Name)]>>', ['Amount', 'New']],
    ['of all but no field', '<</Action/Exclude/Fields[]>>', ALL],
    ...['Include', 'Exclude'].flatMap(action =>
      [
        ['no list', ''],
        ['a string as its list', '/Fields(Name)'],
        ['a name as its list', '/Fields/Name'],
        ['a dictionary as its list', '/Fields<</A(Name)>>'],
        ['a missing object as its list', '/Fields 99 0 R'],
        ['a name in its list', '/Fields[(Name)/Amount]'],
        ['a number in its list', '/Fields[1]'],
        ['a missing object in its list', '/Fields[(Name) 99 0 R]'],
        ['an array in its list', '/Fields[[(Name)]]'],
      ].map(([what, fields]): [string, string, string[]] => [
        `with ${what} to ${action.toLowerCase()}`,
        `<</Action/${action}${fields}>>`,
        ALL,
      ]),
    ),
    ['without an action', '<</Fields[(Name)]>>', ALL],
    ['with an unknown action', '<</Action/Only/Fields[(Name)]>>', ALL],
    ['with an action that is a string', '<</Action(Include)/Fields[(Name)]>>', ALL],
    ['with an action that is given twice', '<</Action/All/Action/Include/Fields[(Name)]>>', ALL],
    ['with a list that is given twice', '<</Action/Include/Fields[(Name)(Amount)]/Fields[(Name)]>>', ALL],
    ['that is empty', '<<>>', ALL],
    ['that is an array', '[(Name)]', ALL],
    ['that is a name', '/All', ALL],
  ];
  const lockedBy = async (pdf: FormPdf): Promise<string[]> => {
    const { isLocked } = await permissionsOf(pdf);
    return ALL.filter(isLocked);
  };

  test.each(rows)('%s', async (_, parameters, locked) => {
    const lockable = formPdf().save(draft => void draft.enter(O.approval, `/Lock ${parameters}`));
    expect(await lockedBy(lockable.save(sign({ existing: O.approval })))).toEqual(locked);
    const entries = `/Reference[<</TransformMethod/FieldMDP/TransformParams ${parameters}>>]`;
    expect(await lockedBy(formPdf().save(sign({ entries })))).toEqual(locked);
  });

  test('of a transform without parameters locks every field', async () => {
    const entries = '/Reference[<</TransformMethod/FieldMDP>>]';
    expect(await lockedBy(formPdf().save(sign({ entries })))).toEqual(ALL);
  });

  test('names fields in either composition of letters', async () => {
    const [composed, decomposed] = ['<FEFF004E00E9>', '<FEFF004E00650301>']; // Né
    const renamed = (...names: string[]) =>
      formPdf().save(draft => {
        for (const [i, name] of names.entries())
          draft.edit([O.name, O.amount][i]!, body => body.replace(/\/T\(\w+\)/, `/T${name}`));
      });
    const lockedIn = async (pdf: FormPdf, action: string) => {
      const entries = `/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/${action}/Fields[${decomposed}]>>>>]`;
      const { isLocked } = await permissionsOf(pdf.save(sign({ entries })));
      return ['N\u00e9', 'Ne\u0301', 'Amount'].map(isLocked);
    };
    expect(await lockedIn(renamed(composed), 'Include')).toEqual([true, false, false]);
    expect(await lockedIn(renamed(composed), 'Exclude')).toEqual([false, true, true]);
    expect(await lockedIn(renamed(composed, decomposed), 'Include')).toEqual([false, true, false]);
    expect(await lockedIn(renamed(composed, decomposed), 'Exclude')).toEqual([true, false, true]);
  });

  test('that is null or missing locks nothing', async () => {
    for (const lock of ['null', '99 0 R']) {
      const lockable = formPdf().save(draft => void draft.enter(O.approval, `/Lock ${lock}`));
      expect(await lockedBy(lockable.save(sign({ existing: O.approval })))).toEqual([]);
    }
  });
});
