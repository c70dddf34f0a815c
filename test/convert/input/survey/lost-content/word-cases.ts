import { png } from '../../../../helpers/documents/plain.js';
import { edited, wordWith } from '../../../../helpers/documents/with.js';
import { wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';
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

const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
export const INK = 'http://schemas.microsoft.com/office/word/2010/wordprocessingInk';
export const WORD_2010 = 'http://schemas.microsoft.com/office/word/2010/wordml';
const PICTURE = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
const VML = 'xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:v="urn:schemas-microsoft-com:vml"';

export const word = (xml: string, parts: readonly Part[] = []) =>
  wordWith(xml, partsOf('word/_rels/document.xml.rels', parts));
export const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
export const drawing = (uri: string, content: string) =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="5" name="g"/>${graphic(uri, content)}</wp:inline></w:drawing>`;
export const text = `<w:t>${WORD}</w:t>`;

function inserted(name: string, type: string, content: string | Uint8Array): Fixture {
  return word('<w:altChunk r:id="rId1"/>', [{ kind: 'aFChunk', name: `word/${name}`, type, content }]);
}

const WEB_ARCHIVE = `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body>${WORD}</body></html>`;

/** An embedded object or control. */
function object(element: string, part: Part, preview = ''): Fixture {
  const shape = `<v:shape id="s" style="width:100pt;height:50pt">${preview}</v:shape>`;
  const image = { kind: 'image', name: 'word/media/p.png', type: 'image/png', content: png() };
  return word(run(`<w:object ${VML}>${shape}${element}</w:object>`), [part, image]);
}

const preview = '<v:imagedata r:id="rId2"/>';
const ole = '<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" ShapeID="s" DrawAspect="Content" r:id="rId1"/>';
const workbook: Part = {
  kind: 'package',
  name: 'word/embeddings/o.xlsx',
  type: `${OFFICE}.spreadsheetml.sheet`,
  content: documents.xlsx(WORD).bytes,
};
const control = '<w:control r:id="rId1" w:name="Other" w:shapeid="s"/>';
const activeX: Part = {
  kind: 'control',
  name: 'word/activeX/activeX1.xml',
  type: 'application/vnd.ms-office.activeX+xml',
  content:
    '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="{00000000-1111-2222-3333-444444444444}" ax:persistence="persistPropertyBag"/>',
};

const part = (kind: string, content: string): Part => ({
  kind: `diagram${kind}`,
  name: `word/diagrams/${kind}.xml`,
  type: `${OFFICE}.drawingml.diagram${kind}+xml`,
  content,
});

function diagram(more: string, parts: readonly Part[] = []): Fixture {
  const layoutType = 'urn:microsoft.com/office/officeart/2005/8/layout/default';
  const root = `<dgm:pt modelId="0" type="doc"><dgm:prSet loTypeId="${layoutType}" loCatId="list"/><dgm:spPr/></dgm:pt>`;
  const node = `<dgm:pt modelId="1"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>${WORD}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const tie = '<dgm:cxnLst><dgm:cxn modelId="3" srcId="0" destId="1" srcOrd="0" destOrd="0"/></dgm:cxnLst>';
  const names = `xmlns:dgm="${DIAGRAM}" xmlns:a="${MAIN}"`;
  return word(
    run(drawing(DIAGRAM, `<dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="rId1" r:lo="rId2" r:qs="rId3" r:cs="rId4"/>`)),
    [
      part('Data', `<dgm:dataModel ${names}><dgm:ptLst>${root}${node}</dgm:ptLst>${tie}${more}</dgm:dataModel>`),
      part('Layout', `<dgm:layoutDef ${names} uniqueId="${layoutType}"><dgm:layoutNode/></dgm:layoutDef>`),
      part('Style', `<dgm:styleDef ${names} uniqueId="s"/>`),
      part('Colors', `<dgm:colorsDef ${names} uniqueId="c"/>`),
      ...parts,
    ],
  );
}

export function picture(extension: string, head: string): Fixture {
  const blip = '<pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>';
  const shape = '<pic:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>';
  const ids = '<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>';
  return word(run(drawing(PICTURE, `<pic:pic xmlns:pic="${PICTURE}">${ids}${blip}${shape}</pic:pic>`)), [
    { kind: 'image', name: `word/media/p.${extension}`, type: `image/${extension}`, content: Buffer.from(head, 'hex') },
  ]);
}

/** With text in an SVG picture, which has no picture for older programs. */
function svgAlone(): Fixture {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="2" y="20">${WORD}</text></svg>`;
  const element =
    '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="rId1"/>';
  const extension = `<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">${element}</a:ext></a:extLst>`;
  const shown = picture('svg', Buffer.from(svg).toString('hex'));
  return edited(shown, {
    'word/document.xml': xml => xml.replace('<a:blip r:embed="rId1"/>', `<a:blip>${extension}</a:blip>`),
  });
}

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
export const field = (instruction: string, result: string) =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${mark('separate')}<w:r>${result}</w:r>${mark('end')}`;

function noteWith(comment: string): Fixture {
  const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const story = (kind: string, content: string): Part => ({
    kind,
    name: `word/${kind}.xml`,
    type: `${OFFICE}.wordprocessingml.${kind}+xml`,
    content: `<w:${kind} ${names}>${content}</w:${kind}>`,
  });
  return word('<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>', [
    story('footnotes', `<w:footnote w:id="1"><w:p><w:r>${text}</w:r>${comment}</w:p></w:footnote>`),
    story('comments', '<w:comment w:id="0" w:author="A"><w:p><w:r><w:t>c</w:t></w:r></w:p></w:comment>'),
  ]);
}

/** With this header, and a heading "shown". */
const headed = (header: string): Fixture => ({
  ...word(''),
  ...wordOf2013(
    `<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>shown</w:t></w:r></w:p><w:sectPr><w:headerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" w:type="default" r:id="rId3"/></w:sectPr>`,
    15,
    {
      header: `<w:p>${header}</w:p>`,
      styles: '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>',
    },
  ),
});

const ink = drawing(INK, `<w14:contentPart xmlns:w14="${WORD_2010}" r:id="rId1"/>`);
const model = drawing(MODEL, '<new:model3d/>');
const dataModelExt = '<dgm:extLst><a:ext uri="u"><dsp:dataModelExt xmlns:dsp="d" relId="rId5"/></a:ext></dgm:extLst>';
const drawn = (shapes: string) =>
  part('Drawing', `<dsp:drawing xmlns:dsp="d"><dsp:spTree>${shapes}</dsp:spTree></dsp:drawing>`);
const charted = (hasValues: boolean) =>
  word(run(drawing(CHART, `<c:chart xmlns:c="${CHART}" r:id="rId1"/>`)), [chartPart('word', hasValues)]);

export const WORD_CASES: readonly LostCase[] = [
  ['SmartArt without its drawing', diagram(''), 'SmartArt without a drawing'],
  ['SmartArt with a drawing', diagram(dataModelExt, [drawn('<dsp:sp/>')]), null],
  ['SmartArt with an empty drawing', diagram(dataModelExt, [drawn('')]), 'SmartArt without a drawing'],
  ['SmartArt whose drawing is missing', diagram(dataModelExt), 'SmartArt without a drawing'],
  ['a comment in a footnote', noteWith('<w:r><w:commentReference w:id="0"/></w:r>'), 'comments in footnotes'],
  ['a footnote', noteWith(''), null],
  ['an EQ field', word(`<w:p>${field('EQ \\f(1,2)', '')}</w:p>`), 'EQ field'],
  ['a STYLEREF field in a header', headed(field('STYLEREF "heading 1"', text)), 'STYLEREF field in a header or footer'],
  ['a STYLEREF field', word(`<w:p>${field('STYLEREF "heading 1"', text)}</w:p>`), null],
  ['an IF field', word(`<w:p>${field('IF 1 = 1 "a" "b"', text)}</w:p>`), null],
  [
    'an IF field in one element',
    word(`<w:p><w:fldSimple w:instr=" if 1 = 1 a b"><w:r>${text}</w:r></w:fldSimple></w:p>`),
    null,
  ],
  [
    'an IF field with a field in its condition',
    word(
      `<w:p>${field(`IF </w:instrText></w:r>${field('MERGEFIELD A', '<w:t>a</w:t>')}<w:r><w:instrText> = "a" "b"`, text)}</w:p>`,
    ),
    null,
  ],
  [
    'HTML in an SVG picture',
    picture(
      'svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><foreignObject/></svg>').toString(
        'hex',
      ),
    ),
    'HTML in an SVG picture',
  ],
  ['an SVG picture without another one', svgAlone(), null],
  ['ink', word(run(ink)), 'ink'],
  ['ink without a replacement', word(run(alternatives(INK, ink, null))), 'ink'],
  [
    'ink with an empty replacement',
    word(run(alternatives(INK, ink, '').replace('<mc:Fallback></mc:Fallback>', '<mc:Fallback/>'))),
    'ink',
  ],
  ['ink with a replacement', word(run(alternatives(INK, ink, text))), null],
  [
    'ink without a replacement before another one',
    word(run(alternatives(INK, ink, null)) + run(alternatives(INK, ink, text))),
    'ink',
  ],
  ['a 3D model', word(run(alternatives(MODEL, model, null))), '3D model'],
  ['a 3D model with a picture', word(run(alternatives(MODEL, model, text))), null],
  ['a chart of Office 2016', word(run(alternatives(CHART_EX, drawing(CHART_EX, ''), null))), 'chart of Office 2016'],
  ['a chart', charted(true), null],
  ['a chart without values', charted(false), 'data of a chart'],
  [
    'an inserted Word document',
    inserted('a.docx', `${OFFICE}.wordprocessingml.document.main+xml`, documents.docx(WORD).bytes),
    null,
  ],
  ['an inserted page', inserted('a.html', 'text/html', `<html><body>${WORD}</body></html>`), 'inserted file'],
  ['an inserted RTF text', inserted('a.rtf', 'application/rtf', `{\\rtf1 ${WORD}}`), 'inserted file'],
  ['an inserted web archive', inserted('a.mht', 'message/rfc822', WEB_ARCHIVE), 'inserted file'],
  ['an inserted plain text', inserted('a.txt', 'text/plain', WORD), 'inserted file'],
  ['an embedded workbook', object(ole, workbook), 'embedded object'],
  ['an embedded workbook with a picture', object(ole, workbook, preview), null],
  ['a control', object(control, activeX), 'embedded object'],
  ['a control with a picture', object(control, activeX, preview), null],
  [
    'a picture after a control',
    word(
      run(`<w:object ${VML}>${control}</w:object>`) +
        run(`<w:pict ${VML}><v:shape><v:imagedata r:id="rId2"/></v:shape></w:pict>`),
    ),
    'embedded object',
  ],
  ['a subdocument', word('<w:p><w:subDoc r:id="rId1"/></w:p>'), 'subdocument'],
  ['an AVIF picture', picture('avif', '0000001c667479706176696600000000'), 'AVIF picture'],
  ['a HEIC picture', picture('heic', '00000018667479706865696300000000'), 'HEIC picture'],
  ['a JPEG XR picture', picture('wdp', '4949bc01200000002400bc0000000000'), 'JPEG XR picture'],
  ['a BigTIFF picture', picture('tif', '49492b00080000001000000000000000'), 'BigTIFF picture'],
  ['a JPEG 2000 picture', picture('jp2', '0000000c6a5020200d0a870a00000014'), 'JPEG 2000 picture'],
  ['an ICO picture', picture('ico', '00000100010010100000010020006804'), 'ICO picture'],
  [
    'an XML signature',
    wordWith('', { '_xmlsignatures/sig1.xml': '<Signature><Object/><Object Id="o"></Object></Signature>' }),
    null,
  ],
];
