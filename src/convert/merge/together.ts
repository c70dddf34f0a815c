/** Rules of PDF/A that each document may keep and that the merged PDF breaks. */
import { DocconvError } from '../../errors.js';
import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRevision } from '../../pdf/index.js';
import { haveOneIntent } from '../join/intents.js';
import type { PdfaLevel } from '../output/pdfa/claims.js';
import { visit } from '../output/pdfa/index.js';

/** Throws PDFA_INVALID. */
export function requireTogether(revisions: readonly PdfRevision[], pdfa: PdfaLevel): void {
  const standard = `PDF/A-${pdfa}`;
  // the colours of a document would be those of another one's profile
  if (!haveOneIntent(revisions))
    throw new DocconvError('PDFA_INVALID.intents', { standard }, { detail: { standard, rules: 'output-intent' } });
  const refuse = (rules: string, required: string) => {
    throw new DocconvError('PDFA_INVALID.rules', { count: 1, standard, required }, { detail: { standard, rules } });
  };
  const found = revisions.map(facts);
  // ISO 19005-2 has no such rule for the PDF/A that is attached
  if (pdfa === '3b' && found.some(({ hasUnrelatedFile }) => hasUnrelatedFile))
    refuse('attachments', 'attached files have an AFRelationship (ISO 19005-3, 6.8)');
  const colorants = found.flatMap(({ colorants }) => [...colorants]);
  // the definitions have to be equal, which is not compared
  if (pdfa !== '1b' && new Set(colorants).size < colorants.length)
    refuse('not judged', `no two documents have a spot colour of the same name (ISO 19005-${pdfa[0]}, 6.2.4.4)`);
}

interface Facts {
  readonly colorants: ReadonlySet<string>;
  /** A file is attached without its relation to the document. */
  readonly hasUnrelatedFile: boolean;
}

function facts(revision: PdfRevision): Facts {
  const colorants = new Set<string>();
  let hasUnrelatedFile = false;
  for (const num of revision.objectNumbers())
    visit(revision.object(num)?.value ?? null, num, (_, subject) => {
      if (subject instanceof PdfArray) for (const name of colorantsOf(subject, revision)) colorants.add(name);
      if (subject instanceof PdfDict) hasUnrelatedFile ||= subject.has('EF') && !subject.has('AFRelationship');
    });
  return { colorants, hasUnrelatedFile };
}

/** Of a colour space Separation or DeviceN (ISO 32000-2, 8.6.6.4 and 8.6.6.5); none for other arrays. */
function colorantsOf({ items }: PdfArray, revision: PdfRevision): string[] {
  const [family, named] = items.slice(0, 2).map(item => revision.resolve(item));
  if (!(family instanceof PdfName && ['Separation', 'DeviceN'].includes(family.name))) return [];
  const names: PdfObject[] =
    named instanceof PdfArray ? named.items.map(item => revision.resolve(item)) : [named ?? null];
  return names.flatMap(name => (name instanceof PdfName ? [name.name] : []));
}
