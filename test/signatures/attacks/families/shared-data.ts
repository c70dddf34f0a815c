/** Two objects with the same data: the header of one is in a string of the dictionary of the other, so that filters or offsets differ. */
import {
  FormPdf,
  fill,
  formPdf,
  OBJECTS as O,
  type SaveOptions,
  signatureDictionary,
} from '../../../helpers/form-pdf.js';
import { PdfWriter } from '../../../helpers/pdf-writer.js';
import type { Document, Family } from '../attack.js';
import { by, signed } from '../documents.js';
import { attack } from './marks.js';

/** Writes two headers before the data. Returns their offsets. */
function twoHeaders(
  writer: PdfWriter,
  [first, second]: readonly [num: number, num: number],
  [outer, inner]: readonly [dict: string, dict: string],
  data: string,
): readonly [number, number] {
  const at = writer.length;
  const hidden = writer.raw(`${first} 0 obj\n<<${outer}/DL(\n`).length;
  writer.raw(`${second} 0 obj <<${inner} %)\n/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`);
  return [at, hidden];
}

const page = (content: number): string =>
  String(formPdf().objects[O.page]).replace('/Contents 5 0 R', `/Contents ${content} 0 R`).padEnd(300);
const HEADER = `${O.page} 0 `;
const members = (first: number): string => `/Type/ObjStm/N 1/First ${first}`;

interface Prepared {
  readonly pdf: FormPdf;
  /** Of the second object stream. */
  readonly hidden: number;
}

/** Signed with page 1 in an object stream; its data contains another page, to which the second object stream leads. */
function preparedPage(): Prepared {
  const { [O.page]: _, ...objects } = formPdf().objects;
  const writer = new PdfWriter();
  const data = HEADER + page(O.content) + page(O.secondContent);
  const dicts = [members(HEADER.length), members(HEADER.length + page(O.content).length)] as const;
  const [at, hidden] = twoHeaders(writer, [40, 41], dicts, data);
  const form = String(objects[O.form]).replace('13 0 R]', '13 0 R 23 0 R]');
  const signature = { 22: signatureDictionary({}), 23: '<</FT/Sig/T(S)/V 22 0 R>>', [O.form]: form, 42: 'null' };
  const misplaced = { 40: at, [O.page]: { container: 40, index: 0 } };
  writer.revision({ objects: { ...objects, ...signature }, xref: 'stream', trailer: '/Info 9 0 R', misplaced });
  fill(writer, 0, by());
  return { pdf: new FormPdf(writer, objects), hidden };
}

const retitled = (misplaced: SaveOptions['misplaced'] = {}): Document =>
  preparedPage().pdf.save(draft => draft.set(O.info, '<</Title(Second)>>'), { xref: 'stream', misplaced });

const TEXT = 'BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET';
const HEX = '/Filter/ASCIIHexDecode';
const alike = () =>
  signed({}, formPdf({}, { [O.secondPage]: String(formPdf().objects[O.secondPage]).replace('8 0 R', '5 0 R') }));

/** Both pages get a content stream of their own, with the same data. */
function separated(secondFilter: string): Document {
  const { writer, objects } = alike();
  const update = writer.fork();
  const [one, other] = [update.size, update.size + 1];
  const data = `${Buffer.from(TEXT).toString('hex')}>`;
  const [at, hidden] = twoHeaders(update, [one, other], [HEX, secondFilter], data);
  const contentOf = (num: number, content: number): string =>
    String(objects[num]).replace('/Contents 5 0 R', `/Contents ${content} 0 R`);
  update.revision({
    objects: { [O.page]: contentOf(O.page, one), [O.secondPage]: contentOf(O.secondPage, other), [other + 1]: 'null' },
    trailer: '/Info 9 0 R',
    misplaced: { [one]: at, [other]: hidden },
  });
  return { bytes: update.bytes };
}

export const SHARED_DATA: Family = {
  name: 'two objects with the same data',
  clause: 'ISO 32000-2, 7.3.8, 7.5.7',
  attacks: [
    attack({
      what: 'object streams with another /First',
      clean: () => preparedPage().pdf,
      attacked: () => retitled({ 41: preparedPage().hidden, [O.page]: { container: 41, index: 0 } }),
      twin: () => retitled(),
    }),
    attack({
      what: 'content streams with other filters',
      clean: alike,
      attacked: () => separated('/Filter[/ASCIIHexDecode/FlateDecode]'),
      twin: () => separated(HEX),
      visible: false,
    }),
  ],
};
