/** The resources of stamps in the PDF that they are printed on: each sheet's fonts are copied once, with names of their own. */
import { copier, dict, PdfDict, PdfName, type PdfObject, PdfRef, type Update } from '../../../pdf/index.js';
import type { LaidOut, Sheet } from '../../../text-layout/index.js';

/** ISO 32000-2, table 34. */
const CATEGORIES = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Properties', 'Shading', 'XObject'] as const;
type Category = (typeof CATEGORIES)[number];

interface CopiedSheet {
  readonly resources: PdfDict;
  /** From the names in the sheet's content to those on the pages. */
  readonly names: ReadonlyMap<string, string>;
}

export class StampResources {
  /** By category and name: what the pages need in addition. */
  readonly added = new Map<Category, Map<string, PdfObject>>();
  readonly #sheets = new Map<Sheet, CopiedSheet>();
  readonly #contents = new Map<LaidOut, string>();

  /** No name of the pages' resources begins with `prefix`. */
  constructor(
    readonly update: Update,
    readonly prefix: string,
  ) {}

  /** Returns its name on the pages. */
  add(category: Category, name: string, value: PdfObject): string {
    const full = `${this.prefix}${name}`;
    const members = this.added.get(category) ?? new Map<string, PdfObject>();
    this.added.set(category, members.set(full, value));
    return full;
  }

  /** The operator that sets it, 0 to 1. */
  opacity(value: number): string {
    const state = this.update.add(dict({ Type: new PdfName('ExtGState'), ca: value, CA: value }));
    return `/${this.add('ExtGState', 'G', state)} gs`;
  }

  /** The resources of a form with the content of this sheet. */
  ofForm(sheet: Sheet): PdfDict {
    return this.#copied(sheet).resources;
  }

  /** The content of a text with the names that its resources have on the pages. */
  contentOf(laidOut: LaidOut): string {
    const known = this.#contents.get(laidOut);
    if (known !== undefined) return known;
    const { names } = this.#copied(laidOut.sheet);
    const renamed = laidOut.content.replace(NAMES_AND_STRINGS, (token, name?: string) => {
      const found = name === undefined ? undefined : names.get(name);
      return found === undefined ? token : `/${found}`;
    });
    this.#contents.set(laidOut, renamed);
    return renamed;
  }

  #copied(sheet: Sheet): CopiedSheet {
    const known = this.#sheets.get(sheet);
    if (known) return known;
    const { revision } = sheet;
    const copy = copier(revision, this.update);
    const names = new Map<string, string>();
    const categories = new Map<string, PdfObject>();
    for (const category of CATEGORIES) {
      const members = revision.getDict(sheet.resources, category);
      if (!members) continue;
      const copied = copy(members) as PdfDict;
      categories.set(category, copied);
      for (const [name, value] of copied.entries) {
        names.set(name, this.add(category, `S${this.#sheets.size}${name}`, indirect(this.update, value)));
      }
    }
    const result = { resources: new PdfDict(categories, null), names };
    this.#sheets.set(sheet, result);
    return result;
  }
}

/** LibreOffice writes strings in hexadecimal form, but other ones would be left as they are. */
const NAMES_AND_STRINGS = /\((?:[^\\()]|\\.)*\)|\/([^\s/<>[\](){}%]+)/gs;

const indirect = (update: Update, value: PdfObject): PdfRef => (value instanceof PdfRef ? value : update.add(value));
