/** Finds characters that are printed as the sign for a missing glyph, or not at all, since no font has them. */
import { asBuffer } from '../../system/bytes.js';
import { contentsOf } from '../content/page-contents.js';
import { inheritedValue } from '../content/page-tree.js';
import { readToUnicode } from '../content/to-unicode.js';
import { contentOperations } from '../content-stream/operations.js';
import type { PdfRevision } from '../document/revision.js';
import { isName, PdfArray, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../syntax/objects.js';
import type { EmbeddedFont } from './embedded-fonts.js';
import { appearancesOf } from './used-resources.js';

type Page = { readonly dict: PdfDict };

/** What no font has of a page or a text. */
export interface Missing {
  readonly count: number;
  /** Each once: a character, or several that are one sign. */
  readonly characters: ReadonlySet<string>;
}

export function joined(parts: readonly Missing[]): Missing {
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    characters: new Set(parts.flatMap(({ characters }) => [...characters])),
  };
}

/** Of each page; `fonts` are those of the pages. */
export function findMissingGlyphs(
  revision: PdfRevision,
  pages: readonly Page[],
  fonts: readonly EmbeddedFont[],
): readonly Missing[] {
  const missing = new Map(
    fonts.flatMap(font => {
      const found = missingCodes(revision, font);
      return found.codes.size > 0 ? [[font.dict, found]] : [];
    }),
  );
  return pages.map(({ dict }) => {
    const page = new PageReader(revision, missing);
    if (missing.size > 0 || hasEmptyContent(revision, dict)) page.read(dict);
    return page;
  });
}

/** Whether marked content without anything in it occurs, as LibreOffice writes it. */
function hasEmptyContent(revision: PdfRevision, page: PdfDict): boolean {
  return contentsOf(revision, page).some(stream => asBuffer(revision.decode(stream).bytes).includes('BDC\nEMC'));
}

interface MissingCodes {
  /** With their texts. */
  readonly codes: ReadonlyMap<number, string>;
  readonly codeLength: 1 | 2;
}

/** Characters that show nothing in any font. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Codes that are printed for characters which no font has. LibreOffice before 26 gives them a copy of glyph 0, the sign for a
 * missing character, and 26 a glyph without an outline; text does not use code 0.
 */
function missingCodes(revision: PdfRevision, { dict, program, codeLength }: EmbeddedFont): MissingCodes {
  const codes = new Map<number, string>();
  if (!program?.looks) return { codes, codeLength };
  const { looks, glyphOf } = program;
  const stream = revision.get(dict, 'ToUnicode');
  const map = stream instanceof PdfStream ? readToUnicode(revision.decode(stream).bytes) : null;
  const last = codeLength === 1 ? Math.min(revision.getNumber(dict, 'LastChar') ?? 0, 255) : looks.length - 1;
  for (let code = 1; code <= last; code++) {
    const look = looks[codeLength === 1 ? glyphOf(code) : code] ?? 'nothing';
    const text = map?.text(code, codeLength) ?? '';
    if (look === 'sign' || (look === 'nothing' && !INVISIBLE.test(text))) codes.set(code, text);
  }
  return { codes, codeLength };
}

const SHOW_TEXT = new Set(['Tj', 'TJ', "'", '"']);

/** Forms within forms. */
const MAX_DEPTH = 20;

/** Reads a page, its forms, and the appearances of its fields and other annotations. */
class PageReader implements Missing {
  count = 0;
  readonly characters = new Set<string>();
  readonly #read = new Set<PdfObject>();

  constructor(
    private readonly revision: PdfRevision,
    private readonly missing: ReadonlyMap<PdfDict, MissingCodes>,
  ) {}

  read(page: PdfDict): void {
    const resources = inheritedValue(this.revision, page, 'Resources') as PdfDict | null;
    this.#draw(contentsOf(this.revision, page), resources, 0);
    for (const form of appearancesOf(this.revision, page)) this.#form(form, 0);
  }

  #form(form: PdfObject | null, depth: number): void {
    if (!(form instanceof PdfStream) || this.#read.has(form) || depth > MAX_DEPTH) return;
    this.#read.add(form);
    if (!isName(form.dict.get('Subtype'), 'Image'))
      this.#draw([form], this.revision.getDict(form.dict, 'Resources'), depth + 1);
  }

  #draw(streams: readonly PdfStream[], resources: PdfDict | null, depth: number): void {
    const { revision } = this;
    const [fonts, forms] = ['Font', 'XObject'].map(key => revision.getDict(resources, key));
    let font: MissingCodes | undefined;
    /** Texts of the marked content around, which LibreOffice states where those of the codes are others. */
    const actual: (string | null)[] = [];
    /** Of marked content that begins here. LibreOffice draws nothing in it for a missing glyph of vertical text. */
    let begun: string | null = null;
    for (const { operator, operands } of this.#operations(streams)) {
      const [first, second] = operands;
      if (operator === 'EMC' && !INVISIBLE.test(begun ?? '')) this.#add(begun!);
      begun = operator === 'BDC' && second instanceof PdfDict ? revision.getText(second, 'ActualText') : null;
      if (operator === 'Tf')
        font = first instanceof PdfName ? this.missing.get(revision.getDict(fonts!, first.name) as PdfDict) : undefined;
      else if (operator === 'Do' && first instanceof PdfName) this.#form(revision.get(forms!, first.name), depth);
      else if (operator === 'BDC' || operator === 'BMC') actual.push(begun);
      else if (operator === 'EMC') actual.pop();
      else if (font && operator !== null && SHOW_TEXT.has(operator))
        for (const string of stringsOf(operands)) this.#show(string.bytes, font, actual.findLast(Boolean));
    }
  }

  *#operations(streams: readonly PdfStream[]) {
    for (const stream of streams) {
      for (const operation of contentOperations(this.revision.decode(stream).bytes)) {
        this.revision.budget.step();
        yield operation;
      }
    }
  }

  #show(bytes: Uint8Array, { codes, codeLength }: MissingCodes, actual: string | null | undefined): void {
    for (let at = 0; at + codeLength <= bytes.length; at += codeLength) {
      const text = codes.get(codeLength === 1 ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!);
      if (text !== undefined) this.#add(actual ?? text);
    }
  }

  #add(text: string): void {
    this.count++;
    this.characters.add(text);
  }
}

function stringsOf(operands: readonly PdfObject[]): PdfString[] {
  const flat = operands.flatMap(operand => (operand instanceof PdfArray ? operand.items : [operand]));
  return flat.filter(item => item instanceof PdfString);
}
