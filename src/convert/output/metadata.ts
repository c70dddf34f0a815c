/**
 * What the finished PDF states about itself: title and author, in both places that have to agree (ISO 32000-2, 14.3;
 * ISO 19005-2, 6.6.2.3), the level of PDF/A, and what PDF/UA requires.
 */
import {
  dict,
  dictWith,
  documentMetadata,
  openPdf,
  PdfName,
  PdfRef,
  type PdfRevision,
  PdfStream,
  parsePdfDate,
  textString,
  Update,
} from '../../pdf/index.js';
import { decodeXml } from '../../system/xml.js';
import type { PdfOptions } from '../options.js';
import type { Warnings } from '../warnings.js';
import { editXmp, plainText, type XmpValues } from './pdf/xmp.js';

export interface MetadataRequest {
  options: PdfOptions;
  /** See PreparedDocument: `engine` is the locale that the engine had. */
  languages?: { readonly engine: string; readonly document: string };
  warnings: Warnings;
}

/** The PDF with an incremental update. `name`: the title where PDF/UA needs one and neither options nor document have it. */
export async function editMetadata(
  pdf: Uint8Array,
  { options, warnings, languages }: MetadataRequest,
  name: string,
): Promise<Uint8Array> {
  const document = await openPdf(pdf);
  const update = new Update(document.latest);
  const { pdfa, pdfua } = options;
  const values = pdfa === undefined ? given(options) : { ...stated(document.latest), ...given(options) };
  if (pdfua) values.title ??= (await documentMetadata(document)).title ?? name;
  const information = editInformation(update, values);
  // LibreOffice 7.4 claims conformance A with 1b, whose requirements (ISO 19005-1, 6.8) are not checked
  await editMetadataStream(update, {
    ...values,
    ...(pdfa && { conformance: 'B', created: createdAt(document.latest), declaresUa: pdfua }),
  });
  editCatalog(update, options, languages);
  if (pdfa !== undefined) {
    const { repairAnnotations } = await import('./pdfa/repair.js');
    repairAnnotations(update, options, warnings);
    (await import('./pdfa/char-sets.js')).addCharSets(update);
  }
  return update.appendTo(pdf, information);
}

type Texts = { -readonly [Name in keyof typeof KEYS]?: string };

/** Entries of the information dictionary. */
const KEYS = { title: 'Title', author: 'Author', subject: 'Subject', keywords: 'Keywords' } as const;
const NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[];

function given({ title, author }: PdfOptions): Texts {
  return {
    ...(title !== undefined && { title: plainText(title) }),
    ...(author !== undefined && { author: plainText(author) }),
  };
}

/** PDF/A: the metadata has to agree with it, and LibreOffice escapes an apostrophe there twice. */
function stated(revision: PdfRevision): Texts {
  const information = revision.getDict(revision.trailer, 'Info');
  const texts = NAMES.map(name => [name, revision.getText(information, KEYS[name])] as const);
  return Object.fromEntries(texts.filter(([, text]) => text?.trim()).map(([name, text]) => [name, plainText(text!)]));
}

function createdAt(revision: PdfRevision): string | undefined {
  const information = revision.getDict(revision.trailer, 'Info');
  return parsePdfDate(revision.getText(information, 'CreationDate') ?? '') ?? undefined;
}

/** Entries of the trailer that change. */
function editInformation(update: Update, texts: Texts) {
  const { revision } = update;
  const entries = NAMES.flatMap(name => (texts[name] === undefined ? [] : [[KEYS[name], textString(texts[name])]]));
  if (entries.length === 0) return {};
  const information = dictWith(revision.getDict(revision.trailer, 'Info') ?? dict({}), Object.fromEntries(entries));
  const reference = revision.trailer.get('Info');
  if (!(reference instanceof PdfRef)) return { Info: update.add(information) };
  update.replace(reference, information);
  return {};
}

export async function editMetadataStream(update: Update, values: XmpValues): Promise<void> {
  const { revision } = update;
  const reference = revision.root?.get('Metadata');
  const stream = revision.resolve(reference);
  if (!(reference instanceof PdfRef && stream instanceof PdfStream)) return;
  const xmp = Buffer.from(await editXmp(decodeXml(revision.decode(stream).bytes), values));
  update.replaceStream(reference, dict({ Type: new PdfName('Metadata'), Subtype: new PdfName('XML') }), xmp);
}

/** Of PDF/UA (ISO 14289-1, 7.1), the window of a viewer shows the title instead of the file name. */
function editCatalog(update: Update, { pdfua }: PdfOptions, languages: MetadataRequest['languages']): void {
  const { revision } = update;
  const reference = revision.trailer.get('Root');
  const catalog = revision.root;
  if (!(reference instanceof PdfRef && catalog)) return;
  const preferences = revision.getDict(catalog, 'ViewerPreferences') ?? dict({});
  const isOfPaper = languages !== undefined && revision.getText(catalog, 'Lang') === languages.engine;
  const entries = {
    ...(pdfua && { ViewerPreferences: dictWith(preferences, { DisplayDocTitle: true }) }),
    ...(isOfPaper && { Lang: textString(languages.document) }),
  };
  if (Object.keys(entries).length > 0) update.replace(reference, dictWith(catalog, entries));
}
