/** Long-term validation data and invisible changes: permitted at every level (ISO 32000-2, 12.8.2.2.2). */
import { message } from '../../../messages/index.js';
import {
  dictOf,
  documentVersion,
  formFields,
  isComposite,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';
import { areAddedFontsUnused, isAddedDefaultReadable } from '../field-looks/index.js';
import { paintsFormDrawing } from './form-drawings.js';
import { addsStandardOutputIntent } from './output-intent.js';
import { type Difference, isAdded, rulesOf } from './rule.js';
import { isPlaced, isSigning, isTimestampValue, newSignatureField } from './signature-field.js';

const ANYTHING = (): boolean => true;
const VERSION = /^\d\.\d$/;

export const ARCHIVAL_RULES = rulesOf('archival', [
  {
    id: 'timestamp-field-added',
    clause: 'ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3',
    at: ['field'],
    test: difference => newSignatureField(difference)?.signed === 'timestamp',
    message: () => message('change.timestamp-added'),
    showsNothing: difference => !isPlaced(difference),
  },
  {
    id: 'timestamp-filled',
    clause: 'ISO 32000-2, 12.8.5',
    at: ['field.V'],
    test: difference => isSigning(difference) && isTimestampValue(difference.pair.after, difference.after),
    message: () => message('change.timestamp-added'),
  },
  {
    id: 'validation-data-removed',
    clause: 'ISO 32000-2, 12.8.4.3',
    at: ['dss'],
    test: losesItems,
    warning: () => message('change.validation-data-removed'),
  },
  {
    id: 'validation-data',
    clause: 'ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2',
    at: ['dss', 'vri'],
    test: ANYTHING,
    message: () => message('change.validation-data-added'),
  },
  {
    id: 'version-raised',
    clause: 'ISO 32000-2, 7.7.2, Version',
    at: ['catalog.Version'],
    test: ({ pair: { before, after }, after: stated }) =>
      (stated === null || (stated instanceof PdfName && VERSION.test(stated.name))) &&
      documentVersion(before.revision) <= documentVersion(after.revision),
  },
  {
    id: 'extensions',
    clause: 'ISO 32000-2, 7.12',
    at: ['extensions'],
    test: ANYTHING,
  },
  {
    id: 'document-information',
    clause: 'ISO 32000-2, 14.3',
    at: ['info', 'metadata'],
    test: ANYTHING,
    message: () => message('change.metadata'),
  },
  {
    id: 'standard-output-intent',
    clause: 'ISO 32000-2, 14.11.5',
    at: ['catalog.OutputIntents'],
    test: addsStandardOutputIntent,
  },
  {
    // of LibreOffice; most signers write a trailer with the entries of the standard
    id: 'original-kept',
    clause: 'ISO 32000-2, 7.5.5, Table 15; Annex E',
    at: ['trailer.AdditionalStreams'],
    test: keepsOriginals,
  },
  {
    id: 'private-data',
    clause: 'ISO 32000-2, 14.5',
    at: ['private', 'page.LastModified'],
    test: ANYTHING,
  },
  {
    id: 'form-drawings',
    clause: 'ISO 32000-2, 12.7.3, DR; 12.7.4.3',
    at: ['form-drawings'],
    test: ({ pair }) => !paintsFormDrawing(pair.before.revision),
  },
  {
    id: 'private-entry',
    clause: 'ISO 32000-2, 7.7.2, 7.7.3; Annex E',
    at: ['private-entry'],
    test: ({ before, after, owners }) => owners !== null && !isComposite(before) && !isComposite(after),
  },
  {
    id: 'type-stated',
    clause: 'ISO 32000-2, 7.3.7',
    at: ['catalog.Type', 'pages.Type', 'page.Type', 'field.Type', 'annotation.Type'],
    test: difference =>
      isAdded(difference) &&
      difference.after instanceof PdfName &&
      difference.after.name === TYPES[difference.context.entry],
  },
  {
    id: 'annotation-order',
    clause: 'ISO 32000-2, 12.5.2, Annots',
    at: ['annotations.order'],
    test: ANYTHING,
  },
  {
    id: 'signature-flags',
    clause: 'ISO 32000-2, 12.7.3, SigFlags',
    at: ['form.SigFlags'],
    test: ({ before, after }) => Number.isInteger(after) && ((before as number) & ~(after as number)) === 0,
  },
  {
    id: 'form-resources-added',
    clause: 'ISO 32000-2, 12.7.3, DR; 7.8.3',
    at: ['resources', 'resource-category', 'resource'],
    test: difference => isAdded(difference) && !addsDefaultSpace(difference) && areAddedFontsUnused(difference.pair),
  },
  {
    id: 'form-defaults-added',
    clause: 'ISO 32000-2, 12.7.3, DA',
    at: ['form.DA', 'form.Q'],
    test: difference =>
      isAdded(difference) &&
      (difference.context.entry === 'form.Q' ? alignsAsBefore(difference) : isAddedDefaultReadable(difference.pair)),
  },
]);

/**
 * Documents of earlier trailers only. Programs that write the entries of these may renumber the reference (PDFBox), which then
 * names no stream, or leave it out.
 */
function keepsOriginals({ pair }: Difference): boolean {
  const { document, index } = pair.before.revision;
  const known = new Set(document.revisions.slice(0, index).flatMap(originalsOf));
  return originalsOf(pair.after.revision).every(original => known.has(original));
}

/** Each object of a file is parsed once, so that it is the same in all revisions that have it. */
function originalsOf(revision: PdfRevision): PdfStream[] {
  const value = revision.resolve(revision.trailer.get('AdditionalStreams'));
  const items = value instanceof PdfArray ? value.items : [value ?? null];
  return items.map(item => revision.resolve(item)).filter(item => item instanceof PdfStream);
}

const TYPES: Readonly<Record<string, string>> = {
  'catalog.Type': 'Catalog',
  'pages.Type': 'Pages',
  'page.Type': 'Page',
  'field.Type': 'Annot',
  'annotation.Type': 'Annot',
};

const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'];

/** Values that viewers draw would get other colours (8.6.5.6). */
function addsDefaultSpace({
  context,
  after,
  pair: {
    after: { revision },
  },
}: Difference): boolean {
  if (context.type === 'resource') return DEFAULT_SPACES.includes(context.entry.replace('resource-category.', ''));
  const dict = dictOf(after);
  const spaces = context.type === 'resources' ? revision.getDict(dict, 'ColorSpace') : dict;
  return DEFAULT_SPACES.some(name => spaces?.has(name));
}

/** Another alignment than left, the default, moves the values that viewers draw themselves. */
const alignsAsBefore = ({ pair }: Difference): boolean =>
  formFields(pair.before.revision).every(({ type }) => type !== 'Tx' && type !== 'Ch');

function losesItems({ before, after, pair }: Difference): boolean {
  if (before !== null && after === null) return true;
  if (before instanceof PdfArray && after instanceof PdfArray) return after.items.length < before.items.length;
  if (!(before instanceof PdfDict && after instanceof PdfDict)) return false;
  return [...before.entries].some(([key, value]) => {
    const [from, to] = [pair.before.revision.resolve(value), pair.after.revision.resolve(after.get(key))];
    if (!(from instanceof PdfArray)) return from !== null && to === null;
    return !(to instanceof PdfArray) || to.items.length < from.items.length;
  });
}
