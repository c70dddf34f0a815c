/** The fonts of a PDF, with what their embedded programs say (ISO 32000-2, 9.6 to 9.9). */
import { normalized } from '../../system/fonts/family-name.js';
import { readTrueType, type TrueType } from '../../system/fonts/true-type.js';
import type { PdfRevision } from '../document/revision.js';
import { isName, type PdfDict, PdfStream } from '../syntax/objects.js';

/** A font of a PDF. */
export interface PdfFont {
  /** The family, for users. */
  readonly family: string;
  /** What names of the document it answers to, normalized. */
  readonly names: ReadonlySet<string>;
}

export interface EmbeddedFont extends PdfFont {
  readonly dict: PdfDict;
  /** Null for programs of other types. */
  readonly program: TrueType | null;
  /** Bytes of a character code. */
  readonly codeLength: 1 | 2;
}

export function embeddedFont(revision: PdfRevision, dict: PdfDict): EmbeddedFont {
  const isComposite = isName(dict.get('Subtype'), 'Type0');
  const [descendant] = isComposite ? (revision.getArray(dict, 'DescendantFonts')?.items ?? []) : [dict];
  const font = revision.resolve(descendant) as PdfDict | null;
  const program = programOf(revision, revision.getDict(font, 'FontDescriptor'));
  const base = (revision.getName(dict, 'BaseFont') ?? '').replace(/^[A-Z]{6}\+/, '');
  const plain = base.split(/[-,]/)[0]!;
  const family = program?.family ?? spaced(plain);
  const names = new Set([family, base, plain, plain.replace(/(?:PS)?MT$/, '')].map(normalized));
  return { family, names, dict, program, codeLength: isComposite ? 2 : 1 };
}

function programOf(revision: PdfRevision, descriptor: PdfDict | null): TrueType | null {
  const stream = revision.get(descriptor, 'FontFile2');
  return stream instanceof PdfStream ? readTrueType(revision.decode(stream).bytes) : null;
}

/** 'NotoSans' -> 'Noto Sans' */
function spaced(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])/g, '$1 ');
}
