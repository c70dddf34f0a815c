/** Form fields of work on finished PDFs, and what they ask for. */
import type { Bookmark, EncryptOperation, Permission, SplitOperation } from '../../../convert/operation-types.js';
import { isObject } from '../../../system/formats/json.js';
import { badForm, badRequest, type FormReader } from './form-reader.js';
import { checkSelection } from './page-selection.js';
import { type Checked, integerOf, integerWithin, wrongType } from './reasons.js';

/** Fields with this check refuse what it refuses. */
const oneOf =
  (choices: readonly string[], fault: string) =>
  (text: string): Checked<string> =>
    choices.includes(text) ? { value: text } : { fault };

/** Null: nothing is split. The operation is made when the form is valid: see splitOperation(). */
export interface SplitFields {
  readonly mode: string;
  readonly span: string;
  readonly unify: boolean;
}

export function readSplit(form: FormReader, isRequired: boolean): SplitFields | null {
  const mode = oneOf(['intervals', 'pages'], "wrong value, expected either 'intervals' or 'pages'");
  const read = isRequired ? form.required.bind(form) : form.value.bind(form);
  const chosen = read<string>('splitMode', '', mode);
  const check = (text: string): Checked<string> => {
    const span = text.replace(/\s/g, '');
    const number = chosen === 'intervals' ? integerWithin(1)(span) : { value: 0 };
    return 'fault' in number ? number : { value: span };
  };
  const span = read<string>('splitSpan', '', check);
  const checked = check('');
  if (!isRequired && form.text('splitSpan') === undefined && 'fault' in checked)
    form.refuse('splitSpan', '', checked.fault);
  const unify = form.flag('splitUnify', false);
  if (unify && chosen !== 'pages')
    form.refuse('splitUnify', 'true', `unify is not available for split mode '${chosen}'`);
  return chosen === '' && span === '' ? null : { mode: chosen, span, unify };
}

/** Its ranges are a selection: see page-selection.ts. Throws invalid_parameter. */
export function splitOperation({ mode, span, unify }: SplitFields): SplitOperation {
  if (mode === 'intervals') return { kind: 'split', every: Number(span) };
  // Gotenberg tries qpdf and pdftk as well for one file: the last page is z or end
  const ranges = unify ? span.replace(/\b(?:z|end)\b/g, 'l') : span;
  const isUsable = mode === 'pages' && ranges !== '' && 'value' in checkSelection(ranges);
  if (isUsable) return { kind: 'split', ranges, ...(unify && { unify }) };
  throw badRequest(
    "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
  );
}

const LEVELS = { 'PDF/A-1b': '1b', 'PDF/A-2b': '2b', 'PDF/A-3b': '3b' } as const;

export interface Formats {
  /** As the form names it; '' for none. */
  readonly pdfa: string;
  readonly pdfua: boolean;
}

export function needsFormats(formats: Formats | null): formats is Formats {
  return formats !== null && (formats.pdfa !== '' || formats.pdfua);
}

export function readFormats(form: FormReader): Formats {
  return { pdfa: form.text('pdfa') ?? '', pdfua: form.flag('pdfua', false) };
}

export function levelOf({ pdfa }: Formats): '1b' | '2b' | '3b' | null {
  return LEVELS[pdfa as keyof typeof LEVELS] ?? null;
}

const RESTRICTIONS: readonly [field: string, ...permissions: Permission[]][] = [
  ['allowPrinting', 'print', 'print-low'],
  ['allowCopying', 'copy'],
  ['allowModifying', 'modify'],
  ['allowAnnotating', 'annotate'],
  ['allowFillingForms', 'fill'],
  ['allowAssembling', 'assemble'],
];

export interface EncryptFields {
  readonly user: string | undefined;
  readonly owner: string | undefined;
  readonly allow: readonly Permission[];
  readonly isRestricted: boolean;
}

export function readEncryption(form: FormReader): EncryptFields {
  const [user, owner] = [form.text('userPassword'), form.text('ownerPassword')];
  const permitted = RESTRICTIONS.filter(([field]) => form.flag(field, true));
  const allow = permitted.flatMap(([, ...permissions]) => permissions);
  return { user, owner, allow, isRestricted: permitted.length < RESTRICTIONS.length };
}

/** Null: the PDFs are not encrypted. */
export function encryptOperation({ user, owner, allow, isRestricted }: EncryptFields): EncryptOperation | null {
  if (user === undefined && owner === undefined) return null;
  return {
    kind: 'encrypt',
    ...(user !== undefined && { userPassword: user }),
    // restrictions need a password that lifts them
    ...((owner ?? (isRestricted ? user : undefined)) !== undefined && { ownerPassword: owner ?? user! }),
    ...(isRestricted && { allow }),
  };
}

/** The only part of PDF/A that permits any attachment. */
export const isPdfa3 = ({ pdfa }: Formats): boolean => /^PDF\/A-3[abu]$/.test(pdfa);

/** Throws invalid_parameter for what excludes each other. */
export function checkCombinations(formats: Formats, encryption: EncryptFields, hasEmbeds: boolean): void {
  const { pdfa } = formats;
  if (pdfa !== '' && (encryption.user !== undefined || encryption.owner !== undefined))
    throw badForm('PDF/A format is incompatible with encryption');
  if (pdfa !== '' && hasEmbeds && !isPdfa3(formats))
    throw badForm(`PDF format '${pdfa}' does not support embedded files; only PDF/A-3 variants allow attachments`);
  if (encryption.isRestricted && encryption.user === undefined && encryption.owner === undefined)
    throw badForm("permission restrictions require a 'userPassword' or 'ownerPassword'");
}

export interface RotateFields {
  readonly angle: 90 | 180 | 270;
  /** See page-selection.ts; undefined: all. */
  readonly pages: string | undefined;
}

/** Null: no page is turned. */
export function readRotation(form: FormReader, isRequired: boolean): RotateFields | null {
  const check = (text: string): Checked<number> => {
    const parsed = integerOf(90, 180, 270)(text);
    const isWrong = 'fault' in parsed && parsed.fault.startsWith('value is not');
    return isWrong ? { fault: 'wrong value, expected 90, 180, or 270' } : parsed;
  };
  const angle = isRequired ? form.required('rotateAngle', 0, check) : form.value('rotateAngle', 0, check);
  const pages = form.value('rotatePages', '', checkSelection);
  return angle === 0 ? null : { angle: angle as RotateFields['angle'], pages: pages || undefined };
}

/** `quality` of JPEG images; null: nothing is optimized. */
export function readOptimization(form: FormReader, isRequired: boolean): number | null {
  const isWanted = form.flag('optimizeImages', false) || isRequired;
  const quality = form.value('imageQuality', 80, integerWithin(1, 100));
  return isWanted ? quality : null;
}

export type BookmarkFields = readonly Bookmark[] | ReadonlyMap<string, readonly Bookmark[]>;

/** A list, or lists by file name. */
export function readBookmarks(form: FormReader, isRequired: boolean): BookmarkFields | undefined {
  const check = (value: unknown): Checked<BookmarkFields> => {
    const list = listOf(value, 0);
    if ('value' in list) return list;
    if (!isObject(value)) return { fault: wrongType(value, 'map[string][]gotenberg.Bookmark') };
    const lists = new Map<string, readonly Bookmark[]>();
    for (const [name, list] of Object.entries(value)) {
      const checked = listOf(list, 0);
      if ('fault' in checked) return checked;
      lists.set(name.normalize('NFC'), checked.value);
    }
    return { value: lists };
  };
  return form.json('bookmarks', 'bookmarks', check, isRequired);
}

const DEEPEST = 32;

function listOf(value: unknown, depth: number): Checked<readonly Bookmark[]> {
  if (value === null || value === undefined) return { value: [] };
  if (!Array.isArray(value)) return { fault: wrongType(value, '[]gotenberg.Bookmark') };
  if (depth > DEEPEST) return { fault: `bookmarks are nested more than ${DEEPEST} deep` };
  const bookmarks: Bookmark[] = [];
  for (const item of value) {
    const { title, page, children } = (item ?? {}) as Record<string, unknown>;
    if (typeof title !== 'string') return { fault: wrongType(title ?? null, 'string') };
    if (typeof page !== 'number' || !Number.isInteger(page) || page < 1)
      return { fault: wrongType(page ?? null, 'int') };
    const below = listOf(children, depth + 1);
    if ('fault' in below) return below;
    bookmarks.push({ title, page, ...(below.value.length > 0 && { children: below.value }) });
  }
  return { value: bookmarks };
}
