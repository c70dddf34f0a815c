import { excel2003 } from '../../../../helpers/documents/libraries.js';
import { flatSpreadsheet } from '../../../../helpers/documents/odf.js';
import { png } from '../../../../helpers/documents/plain.js';
import { line, slideOf, textBox } from '../../../../helpers/documents/slide-texts.js';
import { edited, openTextWith, sheetWith, slideWith } from '../../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../../helpers/documents.js';
import type { LostCase } from './cases.js';
import {
  alternatives,
  CHART,
  CHART_EX,
  chartPart,
  graphic,
  MAIN,
  MODEL,
  OFFICE,
  type Part,
  partsOf,
  WORD,
} from './package-parts.js';

const SHEET_DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const SLICER = 'http://schemas.microsoft.com/office/drawing/2010/slicer';
const POWERPOINT_2010 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const slide = (xml: string, parts: readonly Part[] = []) =>
  slideWith(xml, partsOf('ppt/slides/_rels/slide1.xml.rels', parts));
const box = '<a:off x="1000000" y="2000000"/><a:ext cx="3000000" cy="1500000"/>';
const rectangle = `<a:xfrm>${box}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
const frame = (uri: string, content: string) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="g"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm>${box}</p:xfrm>${graphic(uri, content)}</p:graphicFrame>`;
const shape = `<p:sp><p:nvSpPr><p:cNvPr id="9" name="h"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${rectangle}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${WORD}</a:t></a:r></a:p></p:txBody></p:sp>`;
const picture = `<p:pic><p:nvPicPr><p:cNvPr id="4" name="v"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${rectangle}</p:spPr></p:pic>`;
const image: Part = { kind: 'image', name: 'ppt/media/p.png', type: 'image/png', content: png() };
const ink = '<p:contentPart r:id="rId1"/>';
const charted = (hasValues: boolean) =>
  slide(frame(CHART, `<c:chart xmlns:c="${CHART}" r:id="rId1"/>`), [chartPart('ppt', hasValues)]);

function commented2003(): Fixture {
  const comment = `<Comment ss:Author="A"><ss:Data xmlns="http://www.w3.org/TR/REC-html40">${WORD}</ss:Data></Comment>`;
  const bytes = Buffer.from(Buffer.from(excel2003('A1')).toString().replace('</Cell>', `${comment}</Cell>`));
  return { name: 'a.xml', bytes, text: 'A1' };
}

/** A comment with a place of its own. */
function commentedSheet(attributes: string): Fixture {
  const place = 'svg:x="50mm" svg:y="20mm" svg:width="40mm" svg:height="15mm"';
  const comment = `<office:annotation ${attributes} ${place}><text:p>${WORD}</text:p></office:annotation>`;
  const cell = `<table:table-cell office:value-type="string">${comment}<text:p>A1</text:p></table:table-cell>`;
  const row = `<table:table-row>${cell}</table:table-row>`;
  const table = `<table:table table:name="S"><table:table-column/>${row}</table:table>`;
  return { name: 'a.fods', bytes: flatSpreadsheet(table, '', ''), text: 'A1' };
}

function embedded(preview: string): Fixture {
  const element = `<p:oleObj name="o" r:id="rId1" imgW="1000000" imgH="1000000" progId="Excel.Sheet.12"><p:embed/>${preview}</p:oleObj>`;
  const type = `${OFFICE}.spreadsheetml.sheet`;
  const part = { kind: 'package', name: 'ppt/embeddings/o.xlsx', type, content: documents.xlsx(WORD).bytes };
  return slide(frame('http://schemas.openxmlformats.org/presentationml/2006/ole', element), [part, image]);
}

/** A sheet with a graphic for newer programs, and with a note for others. */
export function noted(uri: string): Fixture {
  const words = `<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${WORD}</a:t></a:r></a:p></xdr:txBody>`;
  const note = `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="0" name=""/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>${rectangle}</xdr:spPr>${words}</xdr:sp>`;
  const content = `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="c"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>${graphic(uri, '')}</xdr:graphicFrame>`;
  const place = (name: string, column: number, row: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const anchor = `<xdr:twoCellAnchor>${place('from', 1, 2)}${place('to', 5, 12)}${alternatives(uri, content, note)}<xdr:clientData/></xdr:twoCellAnchor>`;
  const part: Part = {
    kind: 'drawing',
    name: 'xl/drawings/drawing1.xml',
    type: `${OFFICE}.drawing+xml`,
    content: `<xdr:wsDr xmlns:xdr="${SHEET_DRAWING}" xmlns:a="${MAIN}">${anchor}</xdr:wsDr>`,
  };
  return edited(sheetWith('', partsOf('xl/worksheets/_rels/sheet1.xml.rels', [part])), {
    'xl/worksheets/sheet1.xml': xml =>
      xml
        .replace('<worksheet ', `<worksheet xmlns:r="${R}" `)
        .replace('</worksheet>', '<drawing r:id="rId1"/></worksheet>'),
  });
}

const openFrame = (content: string, parts = {}) =>
  openTextWith(`<text:p><draw:frame svg:width="3cm" svg:height="2cm">${content}</draw:frame></text:p>`, '', parts);
const object = '<draw:object-ole xlink:href="./Object 1"/>';
export const html = (body: string): Fixture => ({
  name: 'a.html',
  text: '',
  bytes: Buffer.from(`<!DOCTYPE html><html><body><p>x</p>${body}<p>x</p></body></html>`),
});

export const svg = (content: string): Fixture => ({
  name: 'a.svg',
  text: '',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`),
});
export const rtf = (content: string): Fixture => ({
  name: 'a.rtf',
  text: '',
  bytes: Buffer.from(String.raw`{\rtf1 ${content}\par}`),
});
const richValue = (type: string, key: string): Fixture =>
  edited(sheetWith('<c r="A2" t="e" vm="1"><v>#VALUE!</v></c>'), {
    'xl/richData/rdrichvaluestructure.xml': `<rvStructures count="1"><s t="${type}"><k n="${key}" t="i"/></s></rvStructures>`,
  });
const NUMBERED = '<a:pPr marL="342900" indent="-342900"><a:buAutoNum type="KIND"/></a:pPr>';
const modernComment = edited(slide(''), {
  'ppt/comments/modernComment_100_1.xml': `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"/>`,
});

const numbered = (kind: string) => slideOf(textBox(line(WORD, 1800, { properties: NUMBERED.replace('KIND', kind) })));

export const OTHER_CASES: readonly LostCase[] = [
  ['ink on a slide', slide(alternatives(POWERPOINT_2010, ink, null)), 'ink'],
  ['ink on a slide with a replacement', slide(alternatives(POWERPOINT_2010, ink, shape)), null],
  ['a 3D model on a slide', slide(alternatives(MODEL, frame(MODEL, ''), null)), '3D model'],
  ['a chart on a slide', charted(true), null],
  ['a chart without values on a slide', charted(false), 'data of a chart'],
  ['an embedded workbook on a slide', embedded(''), 'embedded object'],
  ['an embedded workbook with a picture on a slide', embedded(picture), null],
  [
    'a picture after an embedded workbook',
    slide(frame('http://schemas.openxmlformats.org/presentationml/2006/ole', '<p:oleObj r:id="rId1"/>') + picture, [
      image,
      image,
    ]),
    'embedded object',
  ],
  [
    'a control on a slide',
    edited(slide(''), {
      'ppt/slides/slide1.xml': xml =>
        xml.replace('</p:cSld>', '<p:controls><p:control name="c" r:id="rId1"/></p:controls></p:cSld>'),
    }),
    'control',
  ],
  ['a chart of Office 2016 on a sheet', noted(CHART_EX), 'chart of Office 2016'],
  ['a slicer', noted(SLICER), 'slicer'],
  ['an embedded object of OpenDocument', openFrame(object, { 'Object 1': WORD }), 'embedded object'],
  [
    'an embedded object of OpenDocument with a picture',
    openFrame(`${object}<draw:image xlink:href="Pictures/p.png"/>`, { 'Object 1': WORD, 'Pictures/p.png': png() }),
    null,
  ],
  ['a floating frame', openFrame('<draw:floating-frame xlink:href="a.html"/>'), 'embedded page'],
  [
    'a picture in the header of a sheet',
    edited(sheetWith(''), {
      'xl/worksheets/sheet1.xml': xml => xml.replace('</worksheet>', '<legacyDrawingHF r:id="rId1"/></worksheet>'),
    }),
    'picture in the header of a sheet',
  ],
  ['a picture in a cell', richValue('_localImage', '_rvRel:LocalImageIdentifier'), 'picture in a cell'],
  ['a stock in a cell', richValue('_linkedentity2', '_DisplayString'), 'linked data type'],
  ['an error value with its reason', richValue('_error', 'errorType'), null],
  ['a comment of PowerPoint 365', modernComment, 'comments of PowerPoint 365'],
  ['a number of a Japanese kind', numbered('ea1JpnKorPlain'), 'numbers of paragraphs'],
  ['a number in double-byte digits', numbered('arabicDbPeriod'), null],
  ['a Thai number', numbered('thaiNumPeriod'), 'numbers of paragraphs'],
  ['a Thai letter', numbered('thaiAlphaPeriod'), null],
  ['a number of a common kind', numbered('arabicPeriod'), null],
  ['a marquee', html(`<marquee>${WORD}</marquee>`), 'marquee'],
  ['a field outside of a form', html(`<form><b>x</b></form><input value="${WORD}">`), 'input outside of a form'],
  ['a field of a form', html(`<form><p><input value="${WORD}"></p></form><input type="hidden" value="x">`), null],
  ['HTML in an SVG image', svg('<foreignObject><p>x</p></foreignObject>'), 'HTML in an SVG picture'],
  ['HTML in an SVG image that a switch replaces', svg('<switch><foreignObject/><text>x</text></switch>'), null],
  ['an EQ field of RTF', rtf(String.raw`{\field{\*\fldinst {EQ \\f(1,2)}}{\fldrslt}}`), 'EQ field'],
  ['an IF field of RTF', rtf(String.raw`{\field{\*\fldinst IF 1=1 "a" "b"}{\fldrslt a}}`), 'IF field'],
  ['an inline SVG drawing', html('<svg width="100" height="100"><rect width="100" height="100"/></svg>'), 'inline SVG'],
  ['a hidden SVG drawing', html('<svg style="display: none"><symbol id="a"/></svg><svg width="0" height="0"/>'), null],
  ['MathML', html('<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'), 'MathML'],
  ['a comment of Excel 2003 XML', commented2003(), 'comments of cells'],
  ['a comment that a sheet shows', commentedSheet('office:display="true"'), 'comments that a sheet shows'],
  ['a comment that a sheet does not show', commentedSheet(''), null],
  ['an embedded page', html(`<iframe srcdoc="&lt;p&gt;${WORD}&lt;/p&gt;"></iframe>`), 'embedded page'],
  ['a film', html('<video><source src="data:video/mp4;base64,AAAA"></video>'), 'film'],
  [
    'an AVIF picture of a page',
    html('<img src="data:image/avif;base64,AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAA">'),
    'AVIF picture',
  ],
  ['a picture without Base64', html('<img src="data:image/svg+xml;utf8,%3Csvg/%3E">'), 'picture without Base64'],
];
