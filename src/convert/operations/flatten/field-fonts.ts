/**
 * What qpdf needs to draw the values of form fields that have no appearance: fonts in the form (ISO 32000-2, 12.7.3, DR), and
 * NeedAppearances. As viewers do, a standard font of the same style takes the place of one that the form lacks.
 */
import {
  decodeName,
  dict,
  dictWith,
  formFields,
  inheritedValue,
  latin1,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfString,
  type Update,
} from '../../../pdf/index.js';

type Field = ReturnType<typeof formFields>[number];

export function addFieldFonts(update: Update): void {
  const { revision } = update;
  const form = revision.getDict(revision.root, 'AcroForm');
  if (!form) return;
  const all = formFields(revision);
  const fields = all.filter(({ type }) => type === 'Tx' || type === 'Ch');
  const resources = revision.getDict(form, 'DR');
  const fonts = revision.getDict(resources, 'Font');
  const fontName = nameReader();
  const added = fields.flatMap(field => missingFont(revision, field, form, fonts, fontName));
  const isDrawn =
    fields.some(field => textValue(revision, field)) &&
    fields.every(field => isSimple(revision, field, form)) &&
    all.every(field => showsValue(revision, field));
  if (added.length === 0 && !isDrawn) return;
  const Font = dictWith(fonts ?? dict({}), Object.fromEntries(added));
  const changed = dictWith(form, {
    ...(added.length > 0 && { DR: dictWith(resources ?? dict({}), { Font }) }),
    ...(isDrawn && { NeedAppearances: true }),
  });
  replaceForm(update, changed);
}

function missingFont(
  revision: PdfRevision,
  { dict: field, widgets }: Field,
  form: PdfDict,
  fonts: PdfDict | null,
  fontName: (appearance: PdfString) => string | undefined,
): [name: string, font: PdfObject][] {
  return [field, ...widgets.map(widget => widget.dict)].flatMap(each => {
    const appearance = inheritedValue(revision, each, 'DA') ?? revision.get(form, 'DA');
    const name = appearance instanceof PdfString ? fontName(appearance) : undefined;
    if (name === undefined || fonts?.has(name)) return [];
    const own = revision.getDict(revision.getDict(each, 'DR'), 'Font')?.get(name);
    return [[name, own ?? standardFont(name)]];
  });
}

/** Reads the font of a default appearance. Each is read once: all fields may share that of the form, of any length. */
function nameReader(): (appearance: PdfString) => string | undefined {
  const names = new Map<PdfString, string | undefined>();
  return appearance => {
    if (!names.has(appearance)) {
      const raw = /\/([^\s/()<>[\]{}%]+)\s+-?[\d.]+\s+Tf\b/.exec(latin1(appearance))?.[1];
      names.set(appearance, raw === undefined ? undefined : decodeName(raw));
    }
    return names.get(appearance);
  };
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ZaDb: 'ZapfDingbats',
  ZapfDingbats: 'ZapfDingbats',
  Symb: 'Symbol',
  Symbol: 'Symbol',
};

/** By the names that forms use for standard fonts (Helv, HeBo, TiBI), and words in names of others. */
function standardFont(name: string): PdfDict {
  const font = { Type: new PdfName('Font'), Subtype: new PdfName('Type1') };
  const symbols = SYMBOLS[name];
  if (symbols !== undefined) return dict({ ...font, BaseFont: new PdfName(symbols) });
  return dict({ ...font, BaseFont: new PdfName(textFont(name)), Encoding: new PdfName('WinAnsiEncoding') });
}

function textFont(name: string): string {
  const isBold = /^(?:He|Co|Ti)B[oOI]$/.test(name) || /bold|black|heavy/i.test(name);
  const bold = isBold ? 'Bold' : '';
  const isSlanted = /^(?:He|Co|Ti)(?:Ob|It|B[OI])$/.test(name) || /ital|obli/i.test(name);
  if (/^Ti(?:Ro|Bo|It|BI)$/.test(name) || /times|roman|georgia|garamond/i.test(name))
    return `Times-${bold}${isSlanted ? 'Italic' : ''}`.replace(/-$/, '-Roman');
  const family = /^Co(?:Bo|Ob|BO)$/.test(name) || /cour|mono|consolas/i.test(name) ? 'Courier' : 'Helvetica';
  return `${family}-${bold}${isSlanted ? 'Oblique' : ''}`.replace(/-$/, '');
}

const textValue = (revision: PdfRevision, { value }: Field): string | null => {
  const resolved = revision.resolve(value);
  if (resolved === null) return '';
  return resolved instanceof PdfString ? latin1(resolved) : null;
};

/** Flags of text fields: several lines, passwords and combs. */
const DIFFICULT = (1 << 12) | (1 << 13) | (1 << 24);

/** qpdf draws a line of ASCII at the left; an appearance would be drawn anew. */
function isSimple(revision: PdfRevision, field: Field, form: PdfDict): boolean {
  const { dict: own, type, flags, widgets } = field;
  const isPlain = /^[\x20-\x7e]*$/.test(textValue(revision, field) ?? '\n');
  const isLine = type === 'Tx' && (flags & DIFFICULT) === 0;
  const alignment = (each: PdfDict) => inheritedValue(revision, each, 'Q') ?? revision.get(form, 'Q') ?? 0;
  const isBare = (each: PdfDict) => revision.get(each, 'AP') === null && alignment(each) === 0;
  return isPlain && isLine && [own, ...widgets.map(widget => widget.dict)].every(isBare);
}

const RADIO = 1 << 15;
const PUSH = 1 << 16;

/** Whether check boxes and radio buttons show the value of their field: with NeedAppearances, qpdf shows it. */
function showsValue(revision: PdfRevision, { type, flags, value, widgets }: Field): boolean {
  const chosen = revision.resolve(value);
  if (type !== 'Btn' || (flags & PUSH) !== 0 || !(chosen instanceof PdfName)) return true;
  return widgets.every(({ dict: widget }) => {
    const state = revision.get(widget, 'AS');
    const shown = state instanceof PdfName ? state.name : 'Off';
    const looks = revision.getDict(revision.getDict(widget, 'AP'), 'N');
    const isOther = (flags & RADIO) !== 0 && shown === 'Off' && !looks?.has(chosen.name);
    return shown === chosen.name || isOther;
  });
}

function replaceForm(update: Update, form: PdfDict): void {
  const ref = update.revision.root?.get('AcroForm');
  if (ref instanceof PdfRef) update.replace(ref, form);
  else update.replaceInCatalog({ AcroForm: form });
}
