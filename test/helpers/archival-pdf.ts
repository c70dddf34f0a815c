/** A small PDF that keeps the rules of PDF/A and PDF/UA, and copies of it that break one. */
import type { Level } from '../../src/convert/output/pdfa/rule.js';
import { type Body, PdfWriter, type RevisionSpec, type StreamBody, stream } from './pdf-writer.js';

export const ARCHIVAL_TEXTS = { title: "Ann's letter", author: 'Ann' };

/** Numbers of the objects that tests replace. */
export const OBJECT = {
  catalog: 1,
  page: 3,
  metadata: 4,
  information: 5,
  intent: 6,
  profile: 7,
  font: 8,
  descriptor: 9,
};
/** The first number that is free. */
export const NEXT = 12;

export interface Changes {
  readonly objects?: Readonly<Record<number, Body>>;
  /** Instead of the identifier. */
  readonly trailer?: string;
  readonly revision?: Partial<RevisionSpec>;
  readonly header?: string;
}

/** `level`: what its metadata states; 'ua' states PDF/UA and no level of PDF/A. */
export function archivalPdf(level: Level, { objects, trailer, revision, header }: Changes = {}): Buffer {
  const base: Record<number, Body> = {
    1: catalogWith(''),
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: pageWith(''),
    4: xmpOf(level),
    5: `<</Title(${ARCHIVAL_TEXTS.title})/Author(${ARCHIVAL_TEXTS.author})/CreationDate(D:20260102030405Z')>>`,
    6: '<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 7 0 R>>',
    7: stream(iccProfile(2, 'RGB '), '/N 3'),
    8: '<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Some/FontDescriptor 9 0 R>>',
    9: '<</Type/FontDescriptor/FontName/AAAAAA+Some/FontFile2 10 0 R>>',
    10: stream('a font'),
    11: '<</Type/StructTreeRoot>>',
  };
  return new PdfWriter(header).revision({
    ...revision,
    objects: { ...base, ...objects },
    trailer: `/Info 5 0 R${trailer ?? '/ID[<01><02>]'}`,
  }).bytes;
}

export function catalogWith(entries: string): string {
  const accessible =
    '/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot 11 0 R/ViewerPreferences<</DisplayDocTitle true>>';
  return `<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/OutputIntents[6 0 R]${accessible}${entries}>>`;
}

export function pageWith(entries: string, resources = ''): string {
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 8 0 R>>${resources}>>${entries}>>`;
}

/** The header of a profile (ISO 15076-1, 7.2); no rule reads more. */
export function iccProfile(version: number, colours: string): Buffer {
  const profile = Buffer.alloc(132);
  profile[8] = version;
  profile.write(colours, 16, 'latin1');
  profile.write('acsp', 36, 'latin1');
  return profile;
}

export function xmpOf(level: Level, dict = ''): StreamBody {
  const { title, author } = ARCHIVAL_TEXTS;
  const [part, conformance] = level.toUpperCase();
  const identification =
    level === 'ua'
      ? '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>'
      : `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance></rdf:Description>`;
  const core = `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator><xmp:CreateDate>2026-01-02T03:04:05Z</xmp:CreateDate></rdf:Description>`;
  return stream(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${core}${identification}</rdf:RDF></x:xmpmeta>`,
    `/Type/Metadata/Subtype/XML${dict}`,
  );
}
