/**
 * Form fields (ISO 32000-2, 12.7). Fields with equal names would share one value, and fonts with equal names would be
 * confused: those of later documents get a number.
 */
import {
  arrayOf,
  decodeName,
  dict,
  dictWith,
  isName,
  isSignatureDictionary,
  latin1,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfString,
  serialize,
  textString,
} from '../../pdf/index.js';
import { copiedItems, type Part } from './part.js';

/** Of the names of fonts in one document, those that change. */
export type FontNames = ReadonlyMap<string, string>;

/** Chooses names that no earlier document has. */
export class FontNaming {
  readonly #taken = new Set<string>();

  rename(revision: PdfRevision): FontNames {
    const names = [...(fontsOf(revision)?.entries.keys() ?? [])];
    const chosen = names.map(name => [name, unused(name, this.#taken)] as const);
    for (const [, name] of chosen) this.#taken.add(name);
    return new Map(chosen.filter(([old, name]) => old !== name));
  }
}

const formOf = (revision: PdfRevision): PdfDict | null => revision.getDict(revision.root, 'AcroForm');
const fontsOf = (revision: PdfRevision): PdfDict | null =>
  revision.getDict(revision.getDict(formOf(revision), 'DR'), 'Font');

function unused(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The dictionary without what only the whole document can have: a signature. Its default appearance uses the new names of fonts. */
export function withFieldEntries(revision: PdfRevision, entries: PdfDict, fonts: FontNames): PdfDict {
  const isSigned =
    entries.has('V') &&
    (isName(revision.get(entries, 'FT'), 'Sig') || isSignatureDictionary(revision.get(entries, 'V')));
  const appearance = fonts.size > 0 && entries.has('DA') ? revision.getString(entries, 'DA') : null;
  if (!isSigned && !appearance) return entries;
  return dictWith(entries, { ...(isSigned && { V: null }), ...(appearance && { DA: withFonts(appearance, fonts) }) });
}

function withFonts(appearance: PdfString, fonts: FontNames): PdfString {
  const renamed = latin1(appearance).replace(/\/([^\s()<>[\]{}/%]+)/g, (all, written) => {
    const name = fonts.get(decodeName(written));
    return name === undefined ? all : serialize(new PdfName(name), bytes => bytes);
  });
  return new PdfString(Buffer.from(renamed, 'latin1'), false, null);
}

/** Null: no document has a form. `fonts`: new names of fonts, for each document. */
export function joinForms(parts: readonly Part[], fonts: readonly FontNames[]): PdfObject {
  const names = new Set<string>();
  const fields: PdfObject[] = [];
  const order: PdfObject[] = [];
  const resources = new Map<string, Map<string, PdfObject>>();
  let needsAppearances = false;
  for (const [i, part] of parts.entries()) {
    const form = formOf(part.revision);
    if (!form) continue;
    fields.push(...addFields(part, form, names, fonts[i]!));
    order.push(...copiedItems(part, form, 'CO'));
    addResources(part, form, resources, fonts[i]!);
    needsAppearances ||= part.revision.get(form, 'NeedAppearances') === true;
  }
  if (fields.length === 0) return null;
  const categories = [...resources].map(([name, entries]) => [name, new PdfDict(entries, null)]);
  return dict({
    Fields: arrayOf(fields),
    ...(categories.length > 0 && { DR: dict(Object.fromEntries(categories)) }),
    ...(order.length > 0 && { CO: arrayOf(order) }),
    ...(needsAppearances && { NeedAppearances: true }),
  });
}

/** What fields inherit from the form of their document becomes an entry of their own. */
const INHERITED = ['DA', 'Q'] as const;

function addFields({ revision, copier }: Part, form: PdfDict, names: Set<string>, fonts: FontNames): PdfObject[] {
  const inherited = withFieldEntries(
    revision,
    dict(Object.fromEntries(INHERITED.map(key => [key, revision.get(form, key)]))),
    fonts,
  );
  const own = new Map<string, string>();
  const fields = revision.getArray(form, 'Fields')?.items ?? [];
  for (const field of fields) {
    const entries = revision.resolve(field);
    if (!(field instanceof PdfRef && entries instanceof PdfDict)) continue;
    const missing = INHERITED.filter(key => !entries.has(key) && (inherited.get(key) ?? null) !== null);
    copier.replace(field, Object.fromEntries(missing.map(key => [key, inherited.get(key)!])));
    const name = revision.getText(entries, 'T');
    if (name === null || entries.has('Parent')) continue;
    const chosen = own.get(name) ?? unused(name, names);
    own.set(name, chosen);
    if (chosen !== name) copier.replace(field, { T: textString(chosen) });
  }
  for (const name of own.values()) names.add(name);
  return fields.map(field => copier.copy(field)).filter(field => field !== null);
}

function addResources(
  { revision, copier, selection }: Part,
  form: PdfDict,
  all: Map<string, Map<string, PdfObject>>,
  fonts: FontNames,
): void {
  for (const category of revision.getDict(form, 'DR')?.entries.keys() ?? []) {
    // appearances of fields of other pages
    if (selection && category === 'XObject') continue;
    const own = revision.getDict(revision.getDict(form, 'DR'), category);
    const joined = all.get(category) ?? new Map<string, PdfObject>();
    for (const [old, value] of own?.entries ?? []) {
      const name = (category === 'Font' && fonts.get(old)) || old;
      if (!joined.has(name)) joined.set(name, copier.copy(value));
    }
    all.set(category, joined);
  }
}
