/** XLSX and PPTX: external books, DDE, linked media. */
import { documents } from '../documents.js';
import { editPackage, type PartChange } from '../edit-package.js';
import { external } from './docx.js';
import type { Target } from './index.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export function xlsxVectors(target: Target): Record<string, Uint8Array> {
  return {
    WEBSERVICE: xlsx({ cell: formula(`_xlfn.WEBSERVICE("${target('WEBSERVICE', 'txt')}")`) }),
    'external book': xlsx({
      cell: formula('[1]Sheet1!A1'),
      link: `<externalLink xmlns="${SHEET}" xmlns:r="${OFFICE}"><externalBook r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
      linkRelations: external('externalLinkPath', target('external book', 'xlsx')),
    }),
    DDE: xlsx({
      cell: formula('[1]!A1'),
      link: `<externalLink xmlns="${SHEET}"><ddeLink ddeService="soffice" ddeTopic="${target('DDE', 'ods')}"><ddeItems><ddeItem name="A1" advise="1"/></ddeItems></ddeLink></externalLink>`,
    }),
    'HYPERLINK formula': xlsx({ cell: formula(`HYPERLINK("${target('HYPERLINK formula', 'txt')}","x")`) }),
    'linked image': xlsx({
      drawing: linkedPicture('xdr'),
      drawingRelations: external('image', target('linked image', 'png')),
    }),
    'query table': xlsx({
      extra: {
        'xl/connections.xml': `<connections xmlns="${SHEET}"><connection id="1" name="c" type="4" refreshedVersion="6" refreshOnLoad="1"><webPr url="${target('query table', 'html')}"/></connection></connections>`,
      },
      overrides: `<Override PartName="/xl/connections.xml" ContentType="${TYPES}.spreadsheetml.connections+xml"/>`,
      bookRelations: `<Relationship Id="rId8" Type="${OFFICE}/connections" Target="connections.xml"/>`,
    }),
  };
}

const formula = (text: string) => `<row r="2"><c r="A2"><f>${text.replaceAll('"', '&quot;')}</f></c></row>`;

interface Book {
  cell?: string;
  link?: string;
  linkRelations?: string;
  drawing?: string;
  drawingRelations?: string;
  extra?: Record<string, string>;
  overrides?: string;
  bookRelations?: string;
}

function xlsx(book: Book): Uint8Array {
  const changes: Record<string, PartChange> = { ...book.extra };
  let overrides = book.overrides ?? '';
  let bookRelations = book.bookRelations ?? '';
  changes['xl/worksheets/sheet1.xml'] = xml =>
    xml.replace(
      '</sheetData>',
      `${book.cell ?? ''}</sheetData>${book.drawing ? `<drawing xmlns:r="${OFFICE}" r:id="rId1"/>` : ''}`,
    );
  if (book.link) {
    changes['xl/externalLinks/externalLink1.xml'] = book.link;
    if (book.linkRelations) changes['xl/externalLinks/_rels/externalLink1.xml.rels'] = book.linkRelations;
    changes['xl/workbook.xml'] = xml =>
      xml.replace(
        '</workbook>',
        '<externalReferences><externalReference r:id="rId7"/></externalReferences></workbook>',
      );
    overrides += `<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="${TYPES}.spreadsheetml.externalLink+xml"/>`;
    bookRelations += `<Relationship Id="rId7" Type="${OFFICE}/externalLink" Target="externalLinks/externalLink1.xml"/>`;
  }
  if (book.drawing) {
    changes['xl/drawings/drawing1.xml'] = book.drawing;
    changes['xl/drawings/_rels/drawing1.xml.rels'] = book.drawingRelations ?? '';
    changes['xl/worksheets/_rels/sheet1.xml.rels'] =
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`;
    overrides += `<Override PartName="/xl/drawings/drawing1.xml" ContentType="${TYPES}.drawing+xml"/>`;
  }
  changes['[Content_Types].xml'] = xml => xml.replace('</Types>', `${overrides}</Types>`);
  changes['xl/_rels/workbook.xml.rels'] = xml => xml.replace('</Relationships>', `${bookRelations}</Relationships>`);
  return editPackage(documents.xlsx().bytes, changes);
}

/** A picture of a sheet (xdr) or slide (p) whose pixels are in another file. */
function linkedPicture(prefix: 'xdr' | 'p'): string {
  const blip = `<${prefix}:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></${prefix}:blipFill>`;
  const shape = `<${prefix}:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></${prefix}:spPr>`;
  const picture = (name: string) =>
    `<${prefix}:pic><${prefix}:nvPicPr><${prefix}:cNvPr id="9" name="p"/><${prefix}:cNvPicPr/>${name}</${prefix}:nvPicPr>${blip}${shape}</${prefix}:pic>`;
  if (prefix === 'p') return picture('<p:nvPr/>');
  const position = (name: string, cell: number) =>
    `<xdr:${name}><xdr:col>${cell}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${cell}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"><xdr:twoCellAnchor>${position('from', 1)}${position('to', 5)}${picture('')}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
}

export function pptxVectors(target: Target): Record<string, Uint8Array> {
  const media = (kind: 'video' | 'audio', url: string) => {
    const tag = `<p:nvPr><a:${kind}File r:link="rId1"/></p:nvPr>`;
    return pptx(
      linkedPicture('p').replace('<p:nvPr/>', tag).replace('<a:blip r:link="rId1"/>', '<a:blip/>'),
      external(kind, url),
    );
  };
  const ole = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="900000" y="900000"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj r:id="rId1" progId="Excel.Sheet.12" imgW="90" imgH="90"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;
  return {
    'linked image': pptx(linkedPicture('p'), external('image', target('linked image', 'png'))),
    'linked video': media('video', target('linked video', 'wav')),
    'linked sound': media('audio', target('linked sound', 'wav')),
    'OLE link': pptx(ole, external('oleObject', target('OLE link', 'xlsx'))),
  };
}

function pptx(shape: string, relations: string): Uint8Array {
  return editPackage(documents.pptx().bytes, {
    'ppt/slides/slide1.xml': xml => xml.replace('</p:spTree>', `${shape}</p:spTree>`),
    'ppt/slides/_rels/slide1.xml.rels': relations,
  });
}
