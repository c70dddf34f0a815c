/**
 * LibreOffice embeds subsets of fonts with PostScript outlines as Type 1 programs and does not list their glyphs, which
 * PDF/A-1 requires (ISO 19005-1, 6.3.5) and the others permit. The list is read from the program: a program that cannot be read gets none.
 */
import { dictWith, PdfDict, PdfRef, type PdfRevision, PdfStream, PdfString, type Update } from '../../../pdf/index.js';

const SUBSET = /^[A-Z]{6}\+/;

/** Adds to the update the descriptors of fonts that have to name their glyphs. */
export function addCharSets(update: Update): void {
  const { revision } = update;
  for (const num of revision.objectNumbers()) {
    const font = revision.object(num)?.value;
    if (font instanceof PdfDict && isType1Subset(font, revision)) addCharSet(update, font.get('FontDescriptor'));
  }
}

function isType1Subset(font: PdfDict, revision: PdfRevision): boolean {
  if (revision.getName(font, 'Type') !== 'Font' || revision.getName(font, 'Subtype') !== 'Type1') return false;
  return SUBSET.test(revision.getName(font, 'BaseFont') ?? '');
}

function addCharSet(update: Update, ref: unknown): void {
  const { revision } = update;
  const descriptor = ref instanceof PdfRef ? revision.resolve(ref) : null;
  if (!(descriptor instanceof PdfDict) || descriptor.has('CharSet')) return;
  const file = revision.get(descriptor, 'FontFile');
  const names = file instanceof PdfStream ? glyphNames(file, revision) : [];
  if (names.length === 0) return;
  const CharSet = new PdfString(Buffer.from(names.map(name => `/${name}`).join(''), 'latin1'), false, null);
  update.replace(ref as PdfRef, dictWith(descriptor, { CharSet }));
}

/** Of a Type 1 program, but .notdef; none when it cannot be read. */
function glyphNames(file: PdfStream, revision: PdfRevision): string[] {
  const program = revision.decode(file).bytes;
  const start = revision.getNumber(file.dict, 'Length1') ?? 0;
  const length = revision.getNumber(file.dict, 'Length2') ?? 0;
  const decrypted = decrypt(program.subarray(start, start + length));
  return charStringNames(Buffer.from(decrypted).toString('latin1')).filter(name => name !== '.notdef');
}

/** The key and constants of eexec (Adobe Type 1 Font Format, 7.1). */
const EEXEC = { key: 55_665, factor: 52_845, summand: 22_719 };

/** In binary form, as PDFs have it. The first four bytes are random. */
function decrypt(encrypted: Uint8Array): Uint8Array {
  let { key } = EEXEC;
  const plain = encrypted.map(byte => {
    const value = byte ^ (key >> 8);
    key = ((byte + key) * EEXEC.factor + EEXEC.summand) & 0xffff;
    return value;
  });
  return plain.subarray(4);
}

/** As in "/CharStrings 1 dict dup begin /A 12 RD (12 bytes) ND end"; none where the list has another form. */
function charStringNames(text: string): string[] {
  const beginning = /\/CharStrings\s+\d+\s+dict\s+dup\s+begin\s+/.exec(text);
  const entry = /\/([^\s/()<>[\]{}%]+) (\d+) \S+ /y;
  const names: string[] = [];
  let at = beginning ? beginning.index + beginning[0].length : text.length;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (let found = next(entry); found; found = next(entry)) {
    names.push(found[1]!);
    at += Number(found[2]);
    next(/\s*\S+\s+/y); // ND
  }
  return next(/end\b/y) ? names : [];
}
