/**
 * What the finished PDF states about itself: title and author, in both places that have to agree (ISO 32000-2, 14.3;
 * ISO 19005-2, 6.6.2.3), the level of PDF/A, and what PDF/UA requires.
 */

import {
  dictWith,
  documentMetadata,
  openPdf,
  PdfDict,
  PdfRef,
  PdfStream,
  textString,
  Update,
} from '../../pdf/index.js';
import { decodeXml } from '../../system/xml.js';
import type { PdfOptions } from '../options.js';
import { editXmp, type XmpValues } from './xmp.js';

/** The PDF with an incremental update. `name`: the title where PDF/UA needs one and neither options nor document have it. */
export async function editMetadata(pdf: Uint8Array, options: PdfOptions, name: string): Promise<Uint8Array> {
  const document = await openPdf(pdf);
  const update = new Update(document.latest);
  const { author, pdfa, pdfua } = options;
  const title = options.title ?? (pdfua ? ((await documentMetadata(document)).title ?? name) : undefined);
  const information = editInformation(update, { title, author });
  // LibreOffice 7.4 claims conformance A with 1b, whose requirements (ISO 19005-1, 6.8) nobody has checked
  await editMetadataStream(update, { title, author, conformance: pdfa && 'B' });
  if (pdfua) showTitle(update);
  return update.appendTo(pdf, information);
}

/** Entries of the trailer that change. */
function editInformation(update: Update, { title, author }: Pick<XmpValues, 'title' | 'author'>) {
  const { revision } = update;
  const entries = {
    ...(title !== undefined && { Title: textString(title) }),
    ...(author !== undefined && { Author: textString(author) }),
  };
  if (Object.keys(entries).length === 0) return {};
  const information = dictWith(revision.getDict(revision.trailer, 'Info') ?? new PdfDict(new Map(), null), entries);
  const reference = revision.trailer.get('Info');
  if (!(reference instanceof PdfRef)) return { Info: update.add(information) };
  update.replace(reference, information);
  return {};
}

async function editMetadataStream(update: Update, values: XmpValues): Promise<void> {
  const { revision } = update;
  const reference = revision.root?.get('Metadata');
  const stream = revision.resolve(reference);
  if (!(reference instanceof PdfRef && stream instanceof PdfStream)) return;
  const xmp = Buffer.from(await editXmp(decodeXml(revision.decode(stream).bytes), values));
  const dictionary = `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>`;
  update.replaceRaw(reference, `${dictionary}\nstream\n${xmp.toString('latin1')}\nendstream`);
}

/** ISO 14289-1, 7.1: the window of a viewer shows the title instead of the file name. */
function showTitle(update: Update): void {
  const { revision } = update;
  const reference = revision.trailer.get('Root');
  const catalog = revision.root;
  if (!(reference instanceof PdfRef && catalog)) return;
  const preferences = revision.getDict(catalog, 'ViewerPreferences') ?? new PdfDict(new Map(), null);
  const ViewerPreferences = dictWith(preferences, { DisplayDocTitle: true });
  update.replace(reference, dictWith(catalog, { ViewerPreferences }));
}
