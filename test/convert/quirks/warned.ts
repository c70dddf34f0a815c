/** Content that is lost, or printed although it is hidden. */
import type { HiddenId, LostId } from '../../../src/convert/quirks/table.js';
import type { Fixture } from '../../helpers/documents.js';
import { HIDDEN_CASES, SECRET } from '../input/survey/hidden-cases.js';
import { html, noted, rtf, svg } from '../input/survey/lost-content/other-cases.js';
import { WORD } from '../input/survey/lost-content/package-parts.js';
import { drawing, field, INK, run, WORD_2010, word } from '../input/survey/lost-content/word-cases.js';
import { type Demonstration, isBlank, lacks, lost, named, prints } from './demonstration.js';

const of = (document: Fixture, shows: Demonstration['shows'] = lacks(WORD)): Demonstration => ({ document, shows });

const TIMELINE = 'http://schemas.microsoft.com/office/drawing/2012/timeslicer';
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200"/></svg>';

/** A thick line across the drawing. */
function ink(): Fixture {
  const part = drawing(INK, `<w14:contentPart xmlns:w14="${WORD_2010}" r:id="rId1"/>`);
  const brush = '<inkml:brush xml:id="b"><inkml:brushProperty name="width" value="5" units="cm"/></inkml:brush>';
  const content = `<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:definitions>${brush}</inkml:definitions><inkml:trace brushRef="#b">0 0, 5000 5000, 9000 0</inkml:trace></inkml:ink>`;
  const type = 'application/inkml+xml';
  return word(run(part), [{ kind: 'customXml', name: 'word/ink/ink1.xml', type, content }]);
}

const lostField = (instruction: string, word = WORD) => of(wordField(instruction), lacks(word));
const wordField = (instruction: string) => word(`<w:p>${field(instruction, '')}</w:p>`);

export const LOST_CONTENT = {
  ink: of(ink(), isBlank),
  model3d: named('a 3D model'),
  chart2016: lost('a chart of Office 2016 on a sheet', prints(WORD)),
  slicer: lost('a slicer', prints(WORD)),
  timeline: of(noted(TIMELINE), prints(WORD)),
  unknownGraphic: of(word(run(drawing('urn:docconv:unknown', ''))), null),
  embeddedObject: lost('an embedded workbook'),
  control: named('a control on a slide'),
  chartData: lost('a chart without values', isBlank),
  paragraphNumbers: lost('a number of a Japanese kind', lacks('一')),
  subdocument: named('a subdocument'),
  // 26.8 prints its source
  insertedFile: lost('an inserted web archive', pdf => lacks(WORD)(pdf) || prints('MIME-Version')(pdf)),
  insertedPage: lost('an inserted page'),
  smartArt: lost('SmartArt without its drawing'),
  noteComments: {
    // its title begins with the author
    ...lost('a comment in a footnote', pdf => !pdf?.titles.some(title => title.startsWith('A'))),
    other: 'noteCommentsUnread',
  },
  modernComments: named('a comment of PowerPoint 365'),
  shownComments: lost('a comment that a sheet shows'),
  cellComments: lost('a comment of Excel 2003 XML'),
  headerPicture: named('a picture in the header of a sheet'),
  cellPicture: named('a picture in a cell'),
  linkedData: named('a stock in a cell'),
  embeddedPage: lost('an embedded page'),
  inlineSvg: of(html(SQUARE), isBlank),
  mathMl: lost('MathML', null),
  film: named('a film'),
  marquee: lost('a marquee'),
  looseInput: lost('a field outside of a form'),
  unencodedPicture: of(html(`<img src="data:image/svg+xml;utf8,${encodeURIComponent(SQUARE)}">`), isBlank),
  avif: named('an AVIF picture'),
  heic: named('a HEIC picture'),
  jpegXr: named('a JPEG XR picture'),
  jpeg2000: named('a JPEG 2000 picture'),
  bigTiff: named('a BigTIFF picture'),
  icon: named('an ICO picture'),
  jpegXl: of(html('<img src="data:image/jxl;base64,AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCA=">'), null),
  svgHtml: of(svg(`<foreignObject width="90" height="30"><p>${WORD}</p></foreignObject>`)),
  eqField: lostField(`EQ \\f(${WORD},2)`),
  styleRefField: lost('a STYLEREF field in a header', prints(WORD)),
  gotoButtonField: lostField(`GOTOBUTTON place ${WORD}`),
  barcodeField: lostField(`DISPLAYBARCODE "${WORD}" QR`),
  ifField: of(rtf(String.raw`{\field{\*\fldinst IF 1=1 "a" "b"}{\fldrslt ${WORD}}}`)),
} satisfies Record<LostId, Demonstration>;

function hidden(title: string): Demonstration {
  const [, document] = HIDDEN_CASES.find(([name]) => name === title)!;
  return { document, shows: prints(SECRET) };
}

export const HIDDEN_CONTENT = {
  hiddenShapes: hidden('a shape of Word'),
  hiddenRows: hidden('a table row of Word'),
  hiddenParagraphs: hidden('a paragraph of OpenDocument, a condition without a prefix'),
  hiddenElements: hidden('an element of HTML'),
  hiddenSvgElements: hidden('an element of SVG by a style sheet'),
} satisfies Record<HiddenId, Demonstration>;
