/**
 * Judges the finished PDF by the rules of PDF/A and PDF/UA that can be decided from its objects alone: an option that
 * promises a standard must not end with a PDF that obviously breaks it. No full validation: see docs/conversion.md.
 */
import { DocconvError } from '../../../errors.js';
import { errorMessage } from '../../../messages/index.js';
import {
  openPdf,
  PdfArray,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfStream,
  readXmp,
  UNLIMITED_WORK,
} from '../../../pdf/index.js';
import type { PdfOptions } from '../../options.js';
import { PDFUA } from '../pdf/xmp.js';
import { clauseOf, type Level, levelsOf, type Pdf, type Rule, XMP_PROPERTIES } from './rule.js';
import { ACCESSIBILITY_RULES, type PicturePlace, undescribedPictures } from './rules/accessibility.js';
import { FILE_RULES } from './rules/file.js';
import { GRAPHICS_RULES } from './rules/graphics.js';
import { INTERACTION_RULES } from './rules/interaction.js';
import { METADATA_RULES } from './rules/metadata.js';

export const RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...METADATA_RULES,
  ...GRAPHICS_RULES,
  ...INTERACTION_RULES,
  ...ACCESSIBILITY_RULES,
];

/** Throws PDFA_INVALID, which names the rules that the PDF breaks, and LIMIT_EXCEEDED. */
export async function requireStandard(bytes: Uint8Array, { pdfa, pdfua, openPassword }: PdfOptions): Promise<void> {
  const document = await openPdf(bytes, { maxWork: UNLIMITED_WORK, ...(openPassword && { password: openPassword }) });
  try {
    if (pdfa !== undefined) await requireLevel(document, bytes, pdfa);
    if (pdfua) await requireLevel(document, bytes, 'ua');
  } finally {
    document.close();
  }
}

async function requireLevel(document: PdfDocument, bytes: Uint8Array, level: Level): Promise<void> {
  const revision = document.latest;
  const xmp = await readXmp(revision, XMP_PROPERTIES);
  const uaPart = (await readXmp(revision, { part: PDFUA }))?.part;
  const broken = brokenRules({ level, bytes, revision, xmp, uaPart });
  if (broken.size === 0) return;
  const refusal = invalid(level, broken);
  const pictures = level === 'ua' ? undescribedPictures(revision) : [];
  throw pictures.length > 0 ? withPictures(refusal, pictures) : refusal;
}

/** Numbers of the objects that break rules; null where the rule is about the file. */
type Broken = Map<Rule, number | null>;

function brokenRules(pdf: Pdf): Broken {
  const rules = RULES.filter(rule => levelsOf(rule).includes(pdf.level));
  const broken: Broken = new Map();
  const judge = (about: Rule['about'], subject: PdfObject | Pdf, owner: number | null): void => {
    for (const rule of rules) {
      if (rule.about === about && !broken.has(rule) && !rule.isMet(subject as never, pdf)) broken.set(rule, owner);
    }
  };
  const { revision } = pdf;
  for (const num of revision.objectNumbers()) visit(revision.object(num)?.value ?? null, num, judge);
  visit(revision.trailer, null, judge);
  judge('file', pdf, null); // last: objects that cannot be read are noted while they are read
  return broken;
}

/** Judges an object and what is directly in it. The reader limits the depth of objects. */
export function visit(value: PdfObject, owner: number | null, judge: Judge): void {
  if (value instanceof PdfStream) {
    judge('stream', value, owner);
    visit(value.dict, owner, judge);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  judge('value', value, owner);
  if (value instanceof PdfArray) for (const item of value.items) visit(item, owner, judge);
  if (!(value instanceof PdfDict)) return;
  judge('dictionary', value, owner);
  for (const item of value.entries.values()) visit(item, owner, judge);
}

type Judge = (about: Rule['about'], subject: PdfObject, owner: number | null) => void;

/** In a message, of each kind. */
const MAX_REASONS = 5;

function invalid(level: Level, broken: Broken): DocconvError {
  const standard = level === 'ua' ? 'PDF/UA-1' : `PDF/A-${level}`;
  const reasons = [...broken].slice(0, MAX_REASONS).map(([rule, object]) => {
    const place = object === null ? '' : `object ${object}; `;
    return `${rule.requires} (${place}${clauseOf(rule, level)})`;
  });
  const rules = [...broken.keys()].map(({ name }) => name).join(',');
  const id = broken.size > MAX_REASONS ? 'PDFA_INVALID.rules.more' : 'PDFA_INVALID.rules';
  const values = { count: broken.size, standard, required: reasons.join('; ') };
  return new DocconvError(id, values, { detail: { standard, rules } });
}

/** Names the pictures that need a description: most refusals of PDF/UA are about them, and only the author can add it. */
function withPictures({ message: refusal, detail }: DocconvError, pictures: readonly PicturePlace[]): DocconvError {
  const named = pictures.slice(0, MAX_REASONS);
  const places = named.map(({ page, picture }) => errorMessage('picture.place', { page, picture })).join('; ');
  const id = pictures.length > named.length ? 'PDFA_INVALID.pictures.more' : 'PDFA_INVALID.pictures';
  const values = { refusal, places, count: pictures.length - named.length };
  return new DocconvError(id, values, { detail: { ...detail, pictures: pictures.length } });
}
