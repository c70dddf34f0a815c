/** Output intents (ISO 32000-2, 14.11.5): the profile that says what the device colours of the pages are. */
import { createHash } from 'node:crypto';
import { PdfDict, type PdfObject, type PdfRevision, PdfStream } from '../../pdf/index.js';
import { copiedItems, type Part } from './part.js';

/** Of the first document that has any: a PDF/A has one profile for all pages. */
export function joinIntents(parts: readonly Part[]): PdfObject[] {
  for (const part of parts) {
    const copies = copiedItems(part, part.revision.root, 'OutputIntents');
    if (copies.length > 0) return copies;
  }
  return [];
}

/** Whether the device colours of all documents are the same ones; those without an intent have none. */
export function haveOneIntent(revisions: readonly PdfRevision[]): boolean {
  return new Set(revisions.flatMap(profilesOf)).size <= 1;
}

function profilesOf(revision: PdfRevision): string[] {
  const intents = revision.getArray(revision.root, 'OutputIntents')?.items.map(item => revision.resolve(item)) ?? [];
  return intents.flatMap(intent => {
    const profile = intent instanceof PdfDict ? revision.get(intent, 'DestOutputProfile') : null;
    return profile instanceof PdfStream ? [colourOf(revision.decode(profile).bytes)] : [];
  });
}

/**
 * Programs write different profiles of sRGB (IEC 61966-2-1), with these names in ASCII or UTF-16BE. Others say that only a part of
 * them is that of sRGB.
 */
function colourOf(profile: Uint8Array): string {
  const text = Buffer.from(profile).toString('latin1');
  const isRgb = text.slice(16, 20) === 'RGB ';
  return isRgb && SRGB.test(text.replaceAll('\0', '')) ? 'sRGB' : createHash('sha256').update(profile).digest('hex');
}

const SRGB = /(?<!with |linear )sRGB(?: IEC61966-2[.-]1| built-in|2014)/i;
