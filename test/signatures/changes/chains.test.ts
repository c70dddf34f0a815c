/** Long chains of objects that an update writes again under other numbers: the last link counts like the first. */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Draft, formPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';
import { assessFirst } from './assess.js';

/** Where the objects of a chain get their numbers: the first revision, or an update. */
type Add = (body: Body) => number;

interface Chain {
  readonly what: string;
  /** Writes the chain from its end and returns the number of its first object. */
  readonly build: (add: Add, length: number, end: string) => number;
  /** The objects that refer to the first one. */
  readonly root: (first: number) => Readonly<Record<number, Body>>;
  readonly ends: readonly [signed: string, changed: string];
}

const catalog = (entries: string): Readonly<Record<number, Body>> => ({
  [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entries}>>`,
});
const page = (entries: string): Readonly<Record<number, Body>> => ({
  [O.secondPage]: `<</Type/Page/Parent 2 0 R${entries}>>`,
});

function linked(add: Add, length: number, last: Body, link: (next: number) => Body): number {
  let next = add(last);
  for (let i = 0; i < length; i++) next = add(link(next));
  return next;
}

const form = (next: number): Body =>
  stream('/X Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${next} 0 R>>>>`);
const script = (text: string): string => `<</S/JavaScript/JS(${text})>>`;

const CHAINS: readonly Chain[] = [
  {
    what: 'a name tree of scripts',
    build: (add, length, end) => linked(add, length, `<</Names[(a)${script(end)}]>>`, next => `<</Kids[${next} 0 R]>>`),
    root: first => catalog(`/Names<</JavaScript ${first} 0 R>>`),
    ends: ['app.beep()', 'app.alert()'],
  },
  {
    what: 'actions',
    build: (add, length, end) => linked(add, length, script(end), next => `<</S/Named/N/NextPage/Next ${next} 0 R>>`),
    root: first => catalog(`/OpenAction ${first} 0 R`),
    ends: ['app.beep()', 'app.alert()'],
  },
  {
    what: 'actions in arrays',
    build: (add, length, end) =>
      linked(add, length, script(end), next => `<</S/Named/N/NextPage/Next[<</S/Named>> ${next} 0 R]>>`),
    root: first => catalog(`/AA<</WC ${first} 0 R>>`),
    ends: ['app.beep()', 'app.alert()'],
  },
  {
    what: 'outlines',
    build: (add, length, end) =>
      linked(add, length, `<</Title(last)/A${script(end)}>>`, next => `<</Title(one)/Next ${next} 0 R>>`),
    root: first => catalog(`/Outlines<</First ${first} 0 R>>`),
    ends: ['app.beep()', 'app.alert()'],
  },
  {
    what: 'nested forms of a page',
    build: (add, length, end) => linked(add, length, appearanceStream(end), form),
    root: first => page(`/Contents 8 0 R/Resources<</XObject<</X ${first} 0 R>>>>`),
    ends: ['(100) Tj', '(900) Tj'],
  },
  {
    what: 'a tree of pages',
    build: (add, length, end) =>
      linked(add, length, `<</Type/Page/Contents 8 0 R/MediaBox[0 0 ${end} 842]>>`, next => {
        return `<</Type/Pages/Count 1/Kids[${next} 0 R]>>`;
      }),
    root: first => ({ [O.pages]: `<</Type/Pages/Kids[3 0 R ${first} 0 R]/Count 2/MediaBox[0 0 595 842]>>` }),
    ends: ['595', '300'],
  },
  {
    what: 'nested structure elements',
    build: (add, length, end) =>
      linked(add, length, `<</S/P/ActualText(${end})/K 0>>`, next => `<</S/Sect/K ${next} 0 R>>`),
    root: first => catalog(`/StructTreeRoot<</Type/StructTreeRoot/K ${first} 0 R>>`),
    ends: ['100', '900'],
  },
  {
    what: 'nested structure elements in arrays',
    build: (add, length, end) =>
      linked(add, length, `<</S/P/Alt(${end})/K 0>>`, next => `<</S/Sect/K[0 ${next} 0 R]>>`),
    root: first => catalog(`/StructTreeRoot<</Type/StructTreeRoot/K[${first} 0 R]>>`),
    ends: ['100', '900'],
  },
  {
    what: 'arrays',
    build: (add, length, end) => linked(add, length, `[(${end})]`, next => `[${next} 0 R]`),
    root: first => catalog(`/Threads ${first} 0 R`),
    ends: ['100', '900'],
  },
  {
    what: 'fields',
    build: (add, length, end) =>
      linked(add, Math.min(length, 200), `<</FT/Btn/T(last)/A${script(end)}>>`, next => `<</T(a)/Kids[${next} 0 R]>>`),
    root: first => ({ [O.form]: `<</Fields[10 0 R 11 0 R ${first} 0 R]/DA(/Helv 12 Tf 0 g)>>` }),
    ends: ['app.beep()', 'app.alert()'],
  },
];

/** Signed with the chain, and updated with a copy of it under new numbers. */
function copied({ build, root, ends }: Chain, length: number, end: string) {
  const objects: Record<number, Body> = {};
  let free = 100;
  const first = build(
    body => {
      objects[free] = body;
      return free++;
    },
    length,
    ends[0],
  );
  const base: Record<number, Body> = {
    [O.form]: '<</Fields[10 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
    ...root(first),
    ...objects,
  };
  return formPdf({}, base)
    .save(sign())
    .save(draft => {
      const again = build(body => draft.add(body), length, end);
      for (const num of Object.keys(root(first)).map(Number))
        draft.edit(num, body => body.replaceAll(`${first} 0 R`, `${again} 0 R`));
    });
}

describe.each([3, 600])('%i objects that are written again under other numbers', length => {
  for (const chain of CHAINS) {
    test(`${chain.what}: equal`, async () => {
      expect(await assessFirst(copied(chain, length, chain.ends[0]))).toMatchObject({ after: 'none', allowed: true });
    });

    test(`${chain.what}: another end`, async () => {
      const verdict = await assessFirst(copied(chain, length, chain.ends[1]));
      expect(verdict).toMatchObject({ after: 'content', allowed: false });
    });
  }
});

describe('loops of objects that are written again under other numbers', () => {
  type Write = (draft: Draft) => readonly [number, string];
  const shapes: readonly (readonly [string, Write])[] = [
    ['of the same length', draft => [draft.next, `<</S/Named/Next ${draft.next} 0 R`]],
    ['of another length', draft => [draft.next, `<</S/Named/Next<</S/Named/Next ${draft.next} 0 R>>`]],
  ];
  const signed = formPdf({}, { 30: '<</S/Named/Next 30 0 R>>', ...catalog('/OpenAction 30 0 R') }).save(sign());

  for (const [what, write] of shapes) {
    test(what, async () => {
      const verdicts = ['', '/JS(1)'].map(entries =>
        assessFirst(
          signed.save(draft => {
            const [first, start] = write(draft);
            draft.add(`${start}${entries}>>`);
            draft.edit(O.catalog, body => body.replace('30 0 R', `${first} 0 R`));
          }),
        ),
      );
      expect((await Promise.all(verdicts)).map(({ allowed }) => allowed)).toEqual([true, false]);
    });
  }
});

describe('more values than are compared', () => {
  const list = (num: number, last: number): Body => `[${`${num} 0 R `.repeat(100_000)}${last} 0 R]`;
  const values = { 31: '(100)', 32: '(100)', 33: '(900)' };
  const signed = formPdf({}, { 30: list(31, 31), ...values, ...catalog('/Threads 30 0 R') }).save(sign());

  test('are a change that is not permitted, and named', async () => {
    const { allowed, changes } = await assessFirst(signed.save(draft => void draft.set(30, list(32, 33))));
    expect(allowed).toBe(false);
    expect(changes.map(({ message }) => message).join()).toContain('more objects were renumbered or replaced');
  });

  test('are no change when they are written again', async () => {
    const again = signed.save(draft => {
      const copy = draft.add(list(31, 31));
      draft.edit(O.catalog, body => body.replace('30 0 R', `${copy} 0 R`));
    });
    expect(await assessFirst(again)).toMatchObject({ after: 'none', allowed: true });
  });
});
