/** Fonts that a change adds to the form (ISO 32000-2, 12.7.3, DR). */
import {
  contentOperations,
  formFields,
  inheritedValue,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
} from '../../../pdf/index.js';
import { cached } from '../../../system/collections.js';
import type { RevisionPair } from '../compare/equality.js';
import { isSymbolFont } from './button-look.js';
import { fontOf, formFonts } from './fonts/fonts.js';
import { isReadable } from './reader/colours.js';
import { defaultAppearance } from './reader/default-appearance.js';

/**
 * Whether no existing field selects one of them by its name: a viewer drew that text in a font of its own, and the new one
 * may have other glyphs. Standard fonts draw what a viewer would have drawn.
 */
export const areAddedFontsUnused = cached(({ before, after }: RevisionPair): boolean => {
  const earlier = formFonts(before.revision);
  const added = [...(formFonts(after.revision)?.entries ?? [])].filter(([name]) => !earlier?.has(name));
  if (added.length === 0) return true;
  const selected = new Set(selectedNames(before.revision));
  return added.every(
    ([name, font]) => !selected.has(name) || isViewerFont(after.revision, after.revision.resolve(font)),
  );
});

/** The symbols of buttons have no text, but every viewer has their font. */
const isViewerFont = (revision: PdfRevision, font: PdfObject): boolean =>
  fontOf(revision, font).standard || isSymbolFont(font);

/** Whether a default appearance that the form had not leaves values readable; its fonts have rules of their own. */
export function isAddedDefaultReadable({ after }: RevisionPair): boolean {
  const form = after.revision.getDict(after.revision.root, 'AcroForm');
  const style = form && defaultAppearance(after.revision, form);
  return style?.plain === true && isReadable(style.colour);
}

/** Names of fonts that default appearances select, and appearances without a font of that name. */
function selectedNames(revision: PdfRevision): string[] {
  const form = revision.getDict(revision.root, 'AcroForm');
  const fields = formFields(revision).filter(field => field.type !== 'Sig');
  const widgets = fields.flatMap(field => [field.dict, ...field.widgets.map(({ dict }) => dict)]);
  const styles = [revision.get(form, 'DA'), ...widgets.map(dict => inheritedValue(revision, dict, 'DA'))];
  return [
    ...styles.filter(style => style instanceof PdfString).flatMap(style => fontNames(style.bytes)),
    ...widgets.flatMap(dict => namesOfAppearances(revision, revision.get(dict, 'AP'))),
  ];
}

function namesOfAppearances(revision: PdfRevision, value: unknown, depth = 0): string[] {
  if (value instanceof PdfStream) {
    const fonts = revision.getDict(revision.getDict(value, 'Resources'), 'Font');
    return fontNames(revision.decode(value).bytes).filter(name => !fonts?.has(name));
  }
  if (!(value instanceof PdfDict) || depth > 2) return [];
  return [...value.entries.values()].flatMap(item => namesOfAppearances(revision, revision.resolve(item), depth + 1));
}

function fontNames(content: Uint8Array): string[] {
  const names: string[] = [];
  for (const { operator, operands } of contentOperations(content))
    if (operator === 'Tf' && operands[0] instanceof PdfName) names.push(operands[0].name);
  return names;
}
