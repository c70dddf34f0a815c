/** Fonts that a change adds to the form (ISO 32000-2, 12.7.3, DR). */
import {
  annotationsOf,
  contentOperations,
  type FormField,
  formFields,
  inheritedValue,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
  pageList,
} from '../../../pdf/index.js';
import { cached, pairwise } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import { isSymbolFont } from './button-look.js';
import { fontOf, formFonts } from './fonts/fonts.js';
import { isReadable } from './reader/colours.js';
import { defaultAppearance } from './reader/default-appearance.js';

/**
 * Whether every font that an existing field selects by its name stays the same: those of the form, which some viewers
 * search in the /DR of the field first. A viewer drew a missing one in a font of its own, and a new one may have other
 * glyphs. Standard fonts draw what a viewer would have drawn.
 */
export const areAddedFontsUnused = cached((pair: RevisionPair): boolean => {
  const { before, after } = pair;
  const selected = selectedNames(before.revision);
  if (selected === null) return false;
  const names = [...selected];
  const keepsFonts = (from: FontTable, to: FontTable): boolean =>
    names.every(name => {
      after.revision.budget.step();
      const [old, now] = [from(name), to(name)];
      return old === null ? isViewerFont(after.revision, now) : equalResolved(pair, old, now);
    });
  const [form, formNow] = [before, after].map(({ revision }) => fontTable(revision, null)) as [FontTable, FontTable];
  if (!keepsFonts(form, formNow)) return false;
  return formFields(before.revision).every(({ name }) => {
    const [from, to] = [before.widgetsNamed(name), after.widgetsNamed(name)];
    if (![...from, ...to].some(dict => dict.has('DR') || dict.has('Parent'))) return true;
    return pairwise(from, to, (old, now) =>
      keepsFonts(fontTable(before.revision, old), fontTable(after.revision, now)),
    );
  });
});

/** The font of a name as written; null: there is none. */
type FontTable = (name: string) => PdfObject;

/** `dict` of a field or widget; null: of the form alone. */
function fontTable(revision: PdfRevision, dict: PdfDict | null): FontTable {
  const own = dict && inheritedValue(revision, dict, 'DR');
  const tables = [own instanceof PdfDict ? revision.getDict(own, 'Font') : null, formFonts(revision)];
  return name => tables.map(table => table?.get(name) ?? null).find(font => revision.resolve(font) !== null) ?? null;
}

const dictsOf = ({ dict, widgets }: FormField): PdfDict[] => [dict, ...widgets.map(widget => widget.dict)];

/** The same for a font that is added to other resources: some viewers find it there. `written` in the later revision. */
export const isFontUnselected = (
  { before, after }: Pick<RevisionPair, 'before' | 'after'>,
  name: string,
  written: PdfObject,
): boolean => selectedNames(before.revision)?.has(name) === false || isViewerFont(after.revision, written);

/** Also where there is still none. The symbols of buttons have no text, but every viewer has their font. */
function isViewerFont(revision: PdfRevision, written: PdfObject): boolean {
  const font = revision.resolve(written);
  return font === null || fontOf(revision, font).standard || isSymbolFont(font);
}

/** Whether a default appearance that the form had not leaves values readable; its fonts have rules of their own. */
export function isAddedDefaultReadable({ after }: RevisionPair): boolean {
  const form = after.revision.getDict(after.revision.root, 'AcroForm');
  const style = form && defaultAppearance(after.revision, form);
  return style?.plain === true && isReadable(style.colour);
}

/** Names of fonts that default appearances select, and appearances without a font of that name; null: not known. */
const selectedNames = cached((revision: PdfRevision): ReadonlySet<string> | null => {
  const pages = pageList(revision)?.pages;
  if (!pages) return null;
  const form = revision.getDict(revision.root, 'AcroForm');
  const widgets = formFields(revision)
    .filter(field => field.type !== 'Sig')
    .flatMap(dictsOf);
  // also widgets that only their page lists
  const styled = [...widgets, ...pages.flatMap(({ dict }) => annotationsOf(revision, dict))];
  const styles = [revision.get(form, 'DA'), ...styled.map(dict => inheritedValue(revision, dict, 'DA'))];
  return new Set([
    ...styles.filter(style => style instanceof PdfString).flatMap(style => fontNames(style.bytes)),
    ...widgets.flatMap(dict => namesOfAppearances(revision, revision.get(dict, 'AP'))),
  ]);
});

function namesOfAppearances(revision: PdfRevision, value: unknown, depth = 0): string[] {
  if (value instanceof PdfStream) {
    const fonts = revision.getDict(revision.getDict(value, 'Resources'), 'Font');
    return fontNames(revision.decode(value).bytes).filter(
      name => !(revision.resolve(fonts?.get(name) ?? null) instanceof PdfDict),
    );
  }
  if (!(value instanceof PdfDict) || depth > 2) return [];
  return revision.values(value).flatMap(item => namesOfAppearances(revision, item, depth + 1));
}

function fontNames(content: Uint8Array): string[] {
  const names: string[] = [];
  for (const { operator, operands } of contentOperations(content))
    if (operator === 'Tf' && operands[0] instanceof PdfName) names.push(operands[0].name);
  return names;
}
