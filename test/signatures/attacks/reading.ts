/** Attacks on readers: files that programs read differently, loops and bombs, and active content. */
import { deflateSync } from 'node:zlib';
import { type FormPdf, formPdf, OBJECTS as O } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import type { Document, Row, RowAttack } from './attack.js';
import { after, clean, fromText, latin1, replaced, retitled, signed } from './documents.js';

const FORGED = stream('BT (I owe you nothing.) Tj ET');
/** The clean document has an update that is permitted. */
const differential = (what: string, attacked: () => Document, rule = 'later-revisions-readable'): RowAttack => ({
  what,
  clean: retitled,
  attacked,
  expected: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
  rule,
});

/** Edits the last cross-reference; later bytes may move. */
function inLastTable(pdf: FormPdf, what: RegExp, by: (found: string) => string): Document {
  const [text, at] = [latin1(pdf), pdf.writer.xrefs.at(-1)!];
  return fromText(text.slice(0, at) + latin1(replaced(fromText(text.slice(at)), what, by)));
}

/** Run-length encoded spaces (7.4.5). */
const GIGABYTE = Buffer.alloc(16 << 20, Buffer.from([0x81, 0x20]));

const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;
const original = (num: number) => clean().writer.offsets.get(num)!;

const bomb = (what: string, edit: Parameters<typeof after>[0], expected: string): RowAttack => ({
  what,
  clean,
  attacked: after(edit),
  expected,
  rule: null,
});

const active = (
  what: string,
  entries: string,
  objects: Readonly<Record<number, string | typeof FORGED>> = {},
): RowAttack => ({
  what,
  clean,
  attacked: () =>
    signed({}, formPdf({}, { [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entries}>>`, ...objects })),
  expected: 'valid, with a warning',
  rule: 'shows-one-content',
});
const linked = (action: string) => ({
  [O.link]: `<</Subtype/Link/Rect[400 20 500 40]/A<<${action}>>>>`,
});

/** An update with a new object in an object stream. */
const hybrid = (): FormPdf =>
  clean().save(
    draft => void draft.set(O.info, `<</Title(Second)/Private ${draft.add('<</A 1>>')} 0 R>>`),
    ({ next }) => ({ xref: 'hybrid', packed: [next - 1] }),
  );

export const READING: readonly Row[] = [
  {
    number: 23,
    name: 'parser differential',
    twin: hybrid,
    attacks: [
      differential(
        'a key that occurs twice',
        after(draft => draft.set(O.info, '<</Title(a)/Title(b)>>')),
      ),
      differential('two entries for one object in one cross-reference', () =>
        inLastTable(retitled(), /9 1\n.*\n/, found => `${found}9 1\n${entry(original(O.info))}`),
      ),
      differential('a hybrid cross-reference that contradicts itself', () =>
        inLastTable(hybrid(), /0{10} 00001 f \n/, () => entry(original(O.info))),
      ),
      differential('an entry with a wrong offset', () =>
        inLastTable(retitled(), /\d{10} 00000 n/, () => entry(40).slice(0, 18)),
      ),
      differential('entries of another length', () => inLastTable(retitled(), / n \n/, () => ' n  \n')),
      {
        ...differential('an update with two ends and bytes between them', () =>
          clean().save(draft => draft.set(O.info, '<</Title(b)>>'), { eof: '%%EOF\n1\n%%EOF\n' }),
        ),
        expected: 'TOTAL_FAILED',
        rule: 'no-stray-bytes',
      },
      {
        what: 'a second %%EOF',
        clean,
        attacked: () => ({ bytes: Buffer.concat([clean().bytes, Buffer.from('%%EOF\n')]) }),
        expected: 'TOTAL_FAILED',
        rule: 'no-stray-bytes',
      },
      differential('two objects with one number, and an entry with an offset between them', () => {
        const writer = clean().writer.fork();
        const between = writer.length + 10;
        writer.raw('9 0 obj\n<<>>\nendobj\n9 0 obj\n<</Title(b)>>\nendobj\n');
        return writer.revision({ objects: {}, misplaced: { [O.info]: between }, trailer: '/Info 9 0 R' });
      }),
      {
        what: 'other bytes before the header',
        clean,
        attacked: () => ({ bytes: Buffer.concat([Buffer.from('junk\n'), clean().bytes]) }),
        expected: 'TOTAL_FAILED',
        rule: 'byte-range-gap',
        breaksCryptography: true,
      },
    ],
  },
  {
    number: 24,
    name: 'loops and bombs',
    twin: after(draft => draft.set(O.info, `<</Title(a)/Nested${'['.repeat(50)}${']'.repeat(50)}>>`)),
    attacks: [
      {
        what: 'a loop of cross-references',
        clean,
        attacked: () =>
          clean().save(draft => draft.set(O.info, '<</Title(Ring)>>'), { prev: clean().writer.length + 34 }),
        expected: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
        rule: 'read-without-repair',
      },
      bomb(
        'a loop of pages',
        draft => draft.set(O.pages, '<</Type/Pages/Kids[2 0 R 2 0 R]/Parent 2 0 R>>'),
        'TOTAL_FAILED',
      ),
      bomb(
        'a loop of fields',
        draft => draft.set(O.name, '<</T(Name)/Kids[10 0 R 10 0 R]/Parent 10 0 R>>'),
        'TOTAL_FAILED',
      ),
      bomb(
        'fields that are all kids of each other',
        draft => {
          const numbers = Array.from({ length: 12 }, (_, i) => draft.next + i);
          const kids = numbers.map(num => `${num} 0 R`).join(' ');
          for (const num of numbers) draft.add(`<</T(F${num})/Kids[${kids}]>>`);
          draft.append(O.form, 'Fields', kids);
        },
        'TOTAL_FAILED',
      ),
      bomb(
        'deeply nested arrays',
        draft => draft.set(O.info, '['.repeat(100_000)),
        'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
      ),
      bomb(
        'content of a gigabyte',
        draft =>
          draft.set(O.content, {
            dict: '/Filter[/FlateDecode/RunLengthDecode]',
            data: deflateSync(GIGABYTE),
          }),
        'TOTAL_FAILED',
      ),
      {
        ...bomb('an object stream of a gigabyte', () => {}, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'),
        attacked: objectStreamBomb,
        rule: 'later-revisions-readable',
      },
    ],
  },
  {
    number: 25,
    name: 'active content',
    twin: () =>
      signed({}, formPdf({}, { [O.catalog]: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/OpenAction[3 0 R/Fit]>>' })),
    attacks: [
      active('scripts', '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>'),
      active('a script on opening', '/OpenAction<</S/JavaScript/JS(1)>>'),
      active('a program on opening', '/OpenAction<</S/Launch/F(a.exe)>>'),
      active('a URL opened on opening', '/OpenAction<</S/URI/URI(http://a.example)>>'),
      active('an action on printing', '/AA<</WP<</S/JavaScript/JS(1)>>>>'),
      active('a link to a program', '', linked('/S/Launch/F(a.exe)')),
      active('a link to a URL', '', linked('/S/URI/URI(http://a.example)')),
      active('layers', '/OCProperties<</OCGs[30 0 R]/D<<>>>>', { 30: '<</Type/OCG/Name(a)>>' }),
      active('a stream in another file', '', { [O.content]: stream('', '/F(other.txt)') }),
      active('fonts that are not embedded', '', { [O.font]: '<</Type/Font/Subtype/TrueType/BaseFont/Odd>>' }),
    ],
  },
];

/** The first page in an object stream that decodes to a gigabyte. */
function objectStreamBomb(): Document {
  const pdf = clean();
  const [writer, container] = [pdf.writer.fork(), pdf.writer.size];
  const page = Buffer.from(`${O.page} 0 ${pdf.objects[O.page]} `);
  const data = deflateSync(Buffer.concat([...runLength(page), GIGABYTE]));
  const dict = `/Type/ObjStm/N 1000000/First ${`${O.page} 0 `.length}/Filter[/FlateDecode/RunLengthDecode]`;
  const objects = { [container]: { dict, data } };
  return writer.revision({ objects, xref: 'stream', misplaced: { [O.page]: { container, index: 0 } } });
}

/** As literal runs (7.4.5). */
function runLength(bytes: Buffer): Buffer[] {
  const runs = Array.from({ length: Math.ceil(bytes.length / 128) }, (_, i) => bytes.subarray(128 * i, 128 * (i + 1)));
  return runs.flatMap(run => [Buffer.from([run.length - 1]), run]);
}
