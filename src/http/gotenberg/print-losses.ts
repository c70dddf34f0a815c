/** What LibreOffice leaves out where it prints a PDF again. */
import type { PdfDescription, Warning } from '../../convert/index.js';
import { asWarning } from '../../convert/warnings.js';
import { originsOf, type Piece } from './piece.js';

type Describe = (pdf: Piece) => Promise<PdfDescription>;

/** One warning for each document that the piece was made of and that has something of what the piece has. */
export async function lossesOf(piece: Piece, description: PdfDescription, describe: Describe): Promise<Warning[]> {
  const present = kindsOf(description);
  if (present.length === 0) return [];
  const warnings: Warning[] = [];
  for (const origin of originsOf(piece)) {
    const own = origin === piece ? description : await describe(origin);
    const lost = kindsOf(own).filter(kind => present.includes(kind));
    if (lost.length > 0) warnings.push(lossOf(origin.name, lost, own));
  }
  return warnings;
}

const FILES = 'attached files';

/** Bookmarks are written again. */
function kindsOf({ features, attachments }: PdfDescription): string[] {
  return [...(attachments.length > 0 ? [FILES] : []), ...features];
}

/** Names of attached files that are shown. */
const MAX_NAMES = 3;

function lossOf(document: string, lost: readonly string[], { attachments }: PdfDescription): Warning {
  const names = attachments.slice(0, MAX_NAMES).map(({ name }) => name);
  const files = `${FILES} (${names.join(', ')}${attachments.length > MAX_NAMES ? ', ...' : ''})`;
  const features = lost.map(kind => (kind === FILES ? files : kind)).join(', ');
  return asWarning({ code: 'features_lost', detail: { document, features } });
}
