/** Long chains of objects that a later revision points to anew: the difference is at the end, beyond the depth of a comparison. */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { certified, signed } from '../documents.js';
import { attack } from './marks.js';

interface Chain {
  readonly name: string;
  /** A link that refers to the next one. */
  readonly link: (next: number) => Body;
  readonly end: (draft: { add(body: Body): number } | null, isForged: boolean) => Body;
  /** The form whose chain starts at object `first`. */
  readonly form: (first: number, objects: Readonly<Record<number, Body>>) => FormPdf;
  readonly attach: (draft: Draft, first: number, previous: number) => void;
  readonly visible?: boolean;
}

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]';
const inCatalog = (entry: (first: number) => string) => ({
  form: (first: number, objects: Readonly<Record<number, Body>>) =>
    formPdf({}, { [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entry(first)}>>`, ...objects }),
  attach: (draft: Draft, first: number, previous: number) =>
    void draft.edit(O.catalog, body => body.replace(entry(previous), entry(first))),
});
const onPage = (resources: (first: number) => string, content: string) => ({
  form: (first: number, objects: Readonly<Record<number, Body>>) =>
    formPdf(
      {},
      {
        [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>${resources(first)}>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>`,
        [O.content]: stream(content),
        ...objects,
      },
    ),
  attach: (draft: Draft, first: number, previous: number) =>
    void draft.edit(O.page, body => body.replace(resources(previous), resources(first))),
});

const CHAINS: readonly Chain[] = [
  {
    name: 'embedded files in a name tree',
    ...inCatalog(first => `/Names<</EmbeddedFiles ${first} 0 R>>`),
    link: next => `<</Kids[${next} 0 R]>>`,
    end: (_, isForged) => `<</Names[(a)<</Type/Filespec/F(${isForged ? 'b' : 'a'}.txt)>>]>>`,
  },
  {
    name: 'destinations in a name tree',
    ...inCatalog(first => `/Names<</Dests ${first} 0 R>>`),
    link: next => `<</Kids[${next} 0 R]>>`,
    end: (_, isForged) => `<</Names[(a)[${isForged ? 4 : 3} 0 R/Fit]]>>`,
  },
  {
    name: 'outlines',
    ...inCatalog(first => `/Outlines ${first} 0 R`),
    link: next => `<</Title(a)/First ${next} 0 R/Last ${next} 0 R>>`,
    end: (_, isForged) => `<</Title(${isForged ? 'b' : 'a'})>>`,
  },
  {
    name: 'elements of the structure',
    ...inCatalog(first => `/StructTreeRoot<</Type/StructTreeRoot/K ${first} 0 R>>`),
    link: next => `<</Type/StructElem/S/Div/K ${next} 0 R>>`,
    end: (_, isForged) => `<</Type/StructElem/S/Span/Pg 3 0 R/K 0/Alt(${isForged ? 'b' : 'a'})>>`,
  },
  {
    name: 'a private chain of the catalog',
    ...inCatalog(first => `/Threads[${first} 0 R]`),
    link: next => `[${next} 0 R]`,
    end: (_, isForged) => `[${isForged ? 1 : 2}]`,
  },
  {
    name: 'nested forms',
    ...onPage(
      first => `/XObject<</Fm ${first} 0 R>>`,
      '/Fm Do BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET',
    ),
    link: next => stream('/Fm Do', `${FORM}/Resources<</XObject<</Fm ${next} 0 R>>>>`),
    end: (_, isForged) => stream(isForged ? '0 g 50 600 9 9 re f' : '0 g 50 600 8 8 re f', `${FORM}/Resources<<>>`),
  },
  {
    name: 'nested property lists',
    ...onPage(first => `/Properties<</P ${first} 0 R>>`, 'BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET'),
    link: next => `<</Next ${next} 0 R>>`,
    end: (_, isForged) => `<</ActualText(${isForged ? 'b' : 'a'})>>`,
  },
  {
    name: 'functions of a colour space',
    ...onPage(first => `/ColorSpace<</C ${first} 0 R>>`, 'BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET'),
    link: next => `[/Indexed ${next} 0 R 1 <0001>]`,
    end: (_, isForged) => `[/${isForged ? 'DeviceGray' : 'CalGray'}]`,
  },
];

/** The numbers 30, 31, ... */
function chained({ link, end, form }: Chain, length: number): FormPdf {
  const objects: Record<number, Body> = {};
  for (let i = 0; i < length; i++) objects[30 + i] = i === length - 1 ? end(null, false) : link(31 + i);
  return form(30, objects);
}

/** A second chain of new objects. */
const repointed =
  ({ link, end, attach }: Chain, length: number, isForged: boolean): Edit =>
  draft => {
    let next = draft.add(end(draft, isForged));
    for (let i = 1; i < length; i++) next = draft.add(link(next));
    attach(draft, next, 30);
  };

const PERMITTED_LENGTH = 40;
/** Depths around the limits of the comparison, and far beyond. */
const LENGTHS = [60, 499, 500, 520, 1200, 6000];

function deep(chain: Chain, length: number, i: number): Attack {
  const level = ([undefined, 1, 2, 3] as const)[i % 4];
  const clean = (count: number) => signed(level ? { docMDP: level } : {}, chained(chain, count));
  return attack({
    what: `${chain.name}, ${length} objects deep${level ? `, P=${level}` : ''}`,
    clean: () => clean(length),
    attacked: () => clean(length).save(repointed(chain, length, true)),
    twin: () => clean(PERMITTED_LENGTH).save(repointed(chain, PERMITTED_LENGTH, false)),
    visible: false,
  });
}

/** Scripts that a later revision adds at the end of a long chain, where nothing was. */
const added = (what: string, make: (draft: Draft, isHarmful: boolean) => void): Attack => {
  const clean = certified(3);
  return attack({
    what,
    clean,
    attacked: () => clean().save(draft => make(draft, true)),
    twin: () => clean().save(draft => make(draft, false)),
    visible: false,
    accepted: 'valid, with a warning',
  });
};
const linkTo = (draft: Draft, action: string): void =>
  void draft.edit(O.link, body => body.replace('>>', `${action}>>`));

const ADDED: readonly Attack[] = [100, 600].map(length =>
  added(`actions that follow each other, ${length} deep`, (draft, isHarmful) => {
    let next = draft.add('<</S/JavaScript/JS(app.alert\\(1\\))>>');
    for (let i = 1; i < length; i++) next = draft.add(`<</S/GoTo/D[4 0 R/Fit]/Next ${next} 0 R>>`);
    if (isHarmful) linkTo(draft, `/A ${next} 0 R`);
    else linkTo(draft, '/Contents(Next page)');
  }),
);

export const DEPTH: Family = {
  name: 'differences at the end of long chains',
  clause: 'ISO 32000-2, 7.9.6, 8.10, 12.3, 12.6.2, 14.7',
  attacks: [
    ...CHAINS.flatMap((chain, i) =>
      LENGTHS.filter((_, j) => (i + j) % 2 === 0).map((length, j) => deep(chain, length, i + j)),
    ),
    ...ADDED,
  ],
};
