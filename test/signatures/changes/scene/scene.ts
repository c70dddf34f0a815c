/**
 * The second page of the form, divided into cells. Each cell has content, marks and fields of its own, so that an edit in one
 * cell never covers or uncovers anything in another one.
 */
import { type Draft, type FormPdf, formPdf, OBJECTS as O, type SaveOptions } from '../../../helpers/form-pdf.js';
import { type Body, deflated, stream } from '../../../helpers/pdf-writer.js';
import type { Random } from './random.js';

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export type Add = (body: Body) => number;

/** An annotation or field: entries of its dictionary, as written. */
export interface Mark {
  readonly num: number;
  readonly entries: Readonly<Record<string, string>>;
}

const PAGE = '[0 0 595 842]';
const COLUMNS = [40, 220, 400];
const ROWS = [60, 140, 220, 300, 380, 460, 540, 620];
const CELL = { width: 150, height: 60 };
const FIRST_OBJECT = 30;
/** In points, per pixel of the page-sized image. */
const SCAN_PIXEL = 3;
const SCAN = { width: 200, height: 281 };

export const inset = (box: Box, by: number): Box => ({
  left: box.left + by,
  bottom: box.bottom + by,
  right: box.right - by,
  top: box.top - by,
});

export const rect = ({ left, bottom, right, top }: Box): string => `[${left} ${bottom} ${right} ${top}]`;
export const width = ({ left, right }: Box): number => right - left;
export const height = ({ bottom, top }: Box): number => top - bottom;

export class Scene {
  readonly #objects: Record<number, Body> = {};
  readonly #content: string[] = [];
  readonly #resources: Record<string, string[]> = { Font: ['/F1 7 0 R'] };
  readonly #fields: number[] = [];
  readonly #annotations: number[] = [];
  readonly #scanned: Box[] = [];
  readonly #cells: Box[];
  #free = FIRST_OBJECT;
  /** The field that the first signature signs; null: a new, invisible one. */
  signed: number | null = null;
  /** The number of the array object of /Annots; null: it is a direct array. */
  readonly #list: number | null;

  constructor(readonly random: Random) {
    this.#cells = random.shuffled(
      COLUMNS.flatMap(left =>
        ROWS.map(bottom => ({ left, bottom, right: left + CELL.width, top: bottom + CELL.height })),
      ),
    );
    this.#list = random.chance(0.4) ? this.add('[]') : null;
  }

  readonly add: Add = body => {
    this.#objects[this.#free] = body;
    return this.#free++;
  };

  /** A cell that is not yet used. */
  cell(): Box {
    return this.#cells.pop()!;
  }

  /** In a graphics state of their own: text states last beyond ET. */
  paint(operators: string): void {
    this.#content.push(`q ${operators} Q`);
  }

  /** A dark pattern in the image that covers the whole page. */
  scan(box: Box): void {
    this.#scanned.push(box);
  }

  /** The name of a new resource of the page. */
  resource(category: string, num: number): string {
    const name = `R${num}`;
    this.#resources[category] = [...(this.#resources[category] ?? []), `/${name} ${num} 0 R`];
    return name;
  }

  mark(entries: Readonly<Record<string, string>>): Mark {
    const mark = { num: this.add(null), entries };
    this.#objects[mark.num] = written(mark, this.add, this.random);
    this.#annotations.push(mark.num);
    return mark;
  }

  field(entries: Readonly<Record<string, string>>): Mark {
    const name = `(Cell${this.#free})`;
    const mark = this.mark({ Subtype: '/Widget', T: name, F: '4', ...entries });
    this.#fields.push(mark.num);
    return mark;
  }

  /** Replaces the annotations of the page, given as written. */
  list(draft: Draft, change: (items: readonly string[]) => readonly string[]): void {
    const at = this.#list ?? O.secondPage;
    draft.edit(at, body => {
      const start = body.indexOf('[\n') + 1;
      const end = body.indexOf('\n]', start);
      const items = body.slice(start, end).split('\n').filter(Boolean);
      return `${body.slice(0, start)}${lines(change(items))}${body.slice(end + 1)}`;
    });
  }

  form(options: (objects: Readonly<Record<number, Body>>) => SaveOptions): FormPdf {
    const { random } = this;
    const annotations = `[${lines(this.#annotations.map(num => `${num} 0 R`))}]`;
    if (this.#list !== null) this.#objects[this.#list] = annotations;
    const resources = `/Resources<<${this.#resourceEntries()}>>`;
    const inherited = random.chance(0.2);
    const turned = random.chance(0.15) ? `/Rotate ${random.pick([90, 180, 270])}` : '';
    const sized = random.chance(0.15) ? `/MediaBox[-30 -20 620 870]${random.chance(0.5) ? `/CropBox${PAGE}` : ''}` : '';
    const unit = random.chance(0.05) ? '/UserUnit 2' : '';
    const list = this.#list === null ? annotations : ` ${this.#list} 0 R`;
    const [first, rest] = this.#streams();
    const contents = rest === null ? '8 0 R' : `[8 0 R ${this.add(rest)} 0 R]`;
    return formPdf(options(this.#objects), {
      ...this.#objects,
      [O.pages]: `<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox${PAGE}${inherited ? resources : ''}>>`,
      [O.secondPage]: `<</Type/Page/Parent 2 0 R/Contents ${contents}${inherited ? '' : resources}${turned}${sized}${unit}/Annots${list}>>`,
      [O.secondContent]: first,
      [O.form]: `<</Fields[10 0 R 11 0 R 12 0 R 13 0 R${this.#fields.map(num => ` ${num} 0 R`).join('')}]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>`,
    });
  }

  #streams(): [Body, Body | null] {
    const { random } = this;
    const background = random.chance(0.2) ? '0.9 0.95 1 rg 0 0 595 842 re f 0 g\n' : '';
    const scan = this.#scanned.length > 0 ? `q 600 0 0 843 0 0 cm /${this.#scanImage()} Do Q\n` : '';
    const body = `${scan || background}BT /F1 12 Tf 50 700 Td (Second page.) Tj ET\n`;
    const write = random.chance(0.5) ? deflated : stream;
    if (random.chance(0.7)) return [write(body + this.#content.join('\n')), null];
    return [write(body), write(this.#content.join('\n'))];
  }

  #resourceEntries(): string {
    if (this.#scanned.length > 0) this.#scanImage();
    return Object.entries(this.#resources)
      .map(([category, entries]) => `/${category}<<${entries.join('')}>>`)
      .join('');
  }

  #image: string | null = null;
  #scanImage(): string {
    this.#image ??= this.resource('XObject', this.add(scanOf(this.#scanned)));
    return this.#image;
  }
}

const lines = (items: readonly string[]): string => `\n${items.join('\n')}\n`;

/** Black on white, with stripes in the boxes. */
function scanOf(boxes: readonly Box[]): Body {
  const rowBytes = Math.ceil(SCAN.width / 8);
  const bits = Buffer.alloc(rowBytes * SCAN.height, 0xff);
  for (const box of boxes) {
    for (let y = Math.ceil(box.bottom / SCAN_PIXEL); y < Math.floor(box.top / SCAN_PIXEL); y++) {
      for (let x = Math.ceil(box.left / SCAN_PIXEL); x < Math.floor(box.right / SCAN_PIXEL); x++) {
        if ((x + y) % 3 === 0) bits[(SCAN.height - 1 - y) * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7));
      }
    }
  }
  const size = `/Width ${SCAN.width}/Height ${SCAN.height}/BitsPerComponent 1/ColorSpace/DeviceGray`;
  return deflated(bits, `/Type/XObject/Subtype/Image${size}`);
}

/** Entries that a writer may put into objects of their own. */
const INDIRECT = new Set(['Rect', 'AP', 'F', 'C', 'QuadPoints', 'Vertices', 'InkList', 'MK', 'BS']);

/** The dictionary of a mark on the second page. */
export function written({ entries }: Pick<Mark, 'entries'>, add: Add, random: Random): string {
  const indirect = random.chance(0.3);
  const parts = Object.entries(entries).map(([key, value]) =>
    indirect && INDIRECT.has(key) && random.chance(0.5) ? `/${key} ${add(value)} 0 R` : `/${key} ${value}`,
  );
  return `<</Type/Annot/P ${O.secondPage} 0 R${parts.join('')}>>`;
}
