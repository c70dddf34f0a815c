/** Metadata of a PDF: the information dictionary (ISO 32000-2, 14.3.3) and XMP (14.3.2), which have to agree. */
import { DocconvError } from '../../errors.js';
import {
  dateString,
  dict,
  inZone,
  isName,
  openPdf,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
  parseZonedPdfDate,
  readXmp,
  textString,
  UNLIMITED_WORK,
  Update,
} from '../../pdf/index.js';
import { withoutUndefined } from '../../system/collections.js';
import { decodeXml } from '../../system/xml.js';
import type { MetadataOperation, PdfMetadata } from '../operation-types.js';
import { EMPTY_XMP, editXmp, PDFA, PROPERTIES, plainText } from '../output/pdf/xmp.js';
import { METADATA, NAMED_ENTRIES } from './check.js';
import type { Context } from './context.js';

/** Keys of the information dictionary. */
const TEXTS = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  creator: 'Creator',
  producer: 'Producer',
} as const;
const DATES = { created: 'CreationDate', modified: 'ModDate' } as const;
const TRAPPED = ['True', 'False', 'Unknown'] as const;

const XMP_TEXTS = {
  title: PROPERTIES.title.uri,
  creator: PROPERTIES.author.uri,
  description: PROPERTIES.subject.uri,
  rights: PROPERTIES.copyright.uri,
  Keywords: PROPERTIES.keywords.uri,
  Producer: PROPERTIES.producer.uri,
  CreatorTool: PROPERTIES.creator.uri,
  CreateDate: PROPERTIES.created.uri,
  ModifyDate: PROPERTIES.modified.uri,
  Marked: PROPERTIES.marked.uri,
} as const;

/** The document information, and XMP for what it does not have. */
export async function readMetadata(revision: PdfRevision): Promise<PdfMetadata> {
  const information = revision.getDict(revision.trailer, 'Info');
  const xmp = (await readXmp(revision, XMP_TEXTS)) ?? {};
  const text = (key: string) => revision.getText(information, key)?.replaceAll('\0', '').trim() || undefined;
  const date = (key: string) => parseZonedPdfDate(text(key) ?? '') ?? undefined;
  const valid = (name: keyof typeof DATES, stated: string | undefined) => (METADATA[name](stated) ? stated : undefined);
  const keywords = text('Keywords') ?? xmp.Keywords;
  const trapped = TRAPPED.find(name => isName(revision.get(information, 'Trapped'), name));
  const others = [...(information?.entries.keys() ?? [])].filter(
    key => !NAMED_ENTRIES.has(key) && text(key) !== undefined,
  );
  const values: { [Name in keyof PdfMetadata]: PdfMetadata[Name] | undefined } = {
    title: text('Title') ?? xmp.title,
    author: text('Author') ?? xmp.creator,
    subject: text('Subject') ?? xmp.description,
    keywords: keywords?.split(/\s*[,;]\s*/).filter(Boolean),
    creator: text('Creator') ?? xmp.CreatorTool,
    producer: text('Producer') ?? xmp.Producer,
    created: date('CreationDate') ?? valid('created', xmp.CreateDate),
    modified: date('ModDate') ?? valid('modified', xmp.ModifyDate),
    trapped,
    copyright: xmp.rights,
    marked: xmp.Marked === undefined ? undefined : /^true$/i.test(xmp.Marked.trim()),
    custom: others.length > 0 ? Object.fromEntries(others.map(key => [key, text(key)!])) : undefined,
  };
  return withoutUndefined(values);
}

type MetadataContext = Pick<Context, 'document' | 'warnings'>;

/** XMP that cannot be read is replaced, with the warning `pdf_damaged`; without a context it is an error, CORRUPT_DOCUMENT. */
export async function writeMetadata(
  pdf: Uint8Array,
  operation: MetadataOperation,
  context?: MetadataContext,
): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  const { values, version } = operation;
  const information = withInformation(latest.getDict(latest.trailer, 'Info'), values);
  const Metadata = await addXmp(update, operation, context);
  const stated = version === undefined ? {} : { Version: new PdfName(version) };
  update.replaceInCatalog({ Metadata, ...stated });
  const reference = latest.trailer.get('Info');
  if (!(reference instanceof PdfRef)) return update.appendTo(pdf, { Info: update.add(information) });
  update.replace(reference, information);
  return update.appendTo(pdf);
}

function withInformation(old: PdfDict | null, values: PdfMetadata): PdfDict {
  const entries = new Map<string, PdfObject>(old?.entries);
  const set = (key: string, value: string | undefined, object: (text: string) => PdfObject) => {
    if (value === '') entries.delete(key);
    else if (value !== undefined) entries.set(key, object(value));
  };
  const text = (value: string) => textString(plainText(value));
  for (const [name, key] of Object.entries(TEXTS)) set(key, values[name as keyof typeof TEXTS], text);
  for (const [name, key] of Object.entries(DATES)) {
    set(key, values[name as keyof typeof DATES], value => dateString(new Date(value), zoneOf(value)));
  }
  for (const [key, value] of Object.entries(values.custom ?? {})) set(key, value, text);
  set('Keywords', values.keywords?.join(', '), text);
  set('Trapped', values.trapped, value => new PdfName(value));
  return new PdfDict(entries, null);
}

async function addXmp(
  update: Update,
  { values, extensions }: MetadataOperation,
  context: MetadataContext | undefined,
): Promise<PdfRef> {
  const { revision } = update;
  const reference = revision.root?.get('Metadata');
  const stream = revision.resolve(reference);
  const present = stream instanceof PdfStream ? decodeXml(revision.decode(stream).bytes) : EMPTY_XMP;
  const { keywords, marked, trapped, custom: _custom, created, modified, ...texts } = values;
  const changes = {
    ...texts,
    // PDF/A permits the properties of the XMP of 2005, which has no such one (ISO 19005-3, 6.6.2.3.1)
    ...(trapped !== undefined && !present.includes(PDFA) && { trapped }),
    ...(keywords && { keywords: keywords.join(', '), words: keywords }),
    ...(marked !== undefined && { marked: marked ? 'True' : 'False' }),
    ...(created !== undefined && { created: inSeconds(created) }),
    ...(modified !== undefined && { modified: inSeconds(modified) }),
    extensions,
  };
  const edited = await editXmp(present, changes).catch(thrown => {
    if (!(context && thrown instanceof DocconvError && thrown.code === 'CORRUPT_DOCUMENT')) throw thrown;
    context.warnings.add('pdf_damaged', { document: context.document });
    return editXmp(EMPTY_XMP, changes);
  });
  const ref = reference instanceof PdfRef ? reference : update.reserve();
  update.replaceStream(ref, dict({ Type: new PdfName('Metadata'), Subtype: new PdfName('XML') }), Buffer.from(edited));
  return ref;
}

/** As in the document information. */
const inSeconds = (date: string): string =>
  date === '' ? '' : inZone(`${new Date(date).toISOString().replace(/\.\d+Z$/, '')}Z`, zoneOf(date));

/** Minutes that the date is ahead of UTC. */
function zoneOf(date: string): number {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):?(\d\d)$/.exec(date) ?? [];
  const distance = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -distance : distance;
}
