/** SmartArt on a slide, as PowerPoint writes it: a pyramid with a list, with a saved drawing of these shapes. */
import type { Fixture } from '../documents.js';
import { slideWith } from './with.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
const NAMES = `xmlns:dgm="${DIAGRAM}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;
const DRAWING = 'http://schemas.microsoft.com/office/drawing/2008/diagram';
const PYRAMID = 'urn:microsoft.com/office/officeart/2005/8/layout/pyramid2';
const KINDS = ['Data', 'Layout', 'QuickStyle', 'Colors', 'Drawing'] as const;

export function slideSmartArt(text: string, shapes = ''): Fixture {
  const ids = `<dgm:relIds xmlns:dgm="${DIAGRAM}" xmlns:r="${OFFICE}" r:dm="rIdData" r:lo="rIdLayout" r:qs="rIdQuickStyle" r:cs="rIdColors"/>`;
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Art" descr="A pyramid"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="900000" y="900000"/><a:ext cx="7000000" cy="4000000"/></p:xfrm><a:graphic><a:graphicData uri="${DIAGRAM}">${ids}</a:graphicData></a:graphic></p:graphicFrame>`;
  const contents = {
    Data: data(text),
    Layout: `<dgm:layoutDef ${NAMES} uniqueId="${PYRAMID}">${LAYOUT}</dgm:layoutDef>`,
    QuickStyle: `<dgm:styleDef ${NAMES} uniqueId="s"/>`,
    Colors: `<dgm:colorsDef ${NAMES} uniqueId="c"/>`,
    Drawing: `<dsp:drawing xmlns:dsp="${DRAWING}" ${NAMES}><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>${shapes}</dsp:spTree></dsp:drawing>`,
  };
  const types = KINDS.map(
    kind =>
      `<Override PartName="/ppt/diagrams/${kind}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.diagram${kind}+xml"/>`,
  );
  const relations = KINDS.map(
    kind => `<Relationship Id="rId${kind}" Type="${OFFICE}/diagram${kind}" Target="../diagrams/${kind}.xml"/>`,
  );
  return slideWith(frame, {
    '[Content_Types].xml': xml => xml.replace('</Types>', `${types.join('')}</Types>`),
    'ppt/slides/_rels/slide1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(KINDS.map(kind => [`ppt/diagrams/${kind}.xml`, contents[kind]])),
  });
}

function data(text: string): string {
  const point = (id: string, attributes: string, content: string) =>
    `<dgm:pt modelId="${id}"${attributes}>${content}</dgm:pt>`;
  const points = [
    point('1', ' type="doc"', `<dgm:prSet loTypeId="${PYRAMID}" loCatId="pyramid"/><dgm:spPr/>`),
    point('2', '', `<dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t>`),
    point('3', ' type="parTrans"', '<dgm:t><a:bodyPr/><a:p><a:r><a:t>unseen</a:t></a:r></a:p></dgm:t>'),
    ...['compositeShape', 'pyramid', 'theList', 'aNode'].map((name, i) =>
      point(
        `${i + 4}`,
        ' type="pres"',
        `<dgm:prSet presAssocID="${name === 'aNode' ? 2 : 1}" presName="${name}"/><dgm:spPr/>`,
      ),
    ),
  ];
  const ties = [
    '<dgm:cxn modelId="10" srcId="1" destId="2" srcOrd="0" destOrd="0" parTransId="3"/>',
    '<dgm:cxn modelId="11" type="presOf" srcId="1" destId="4" srcOrd="0" destOrd="0"/>',
    '<dgm:cxn modelId="12" type="presOf" srcId="2" destId="7" srcOrd="0" destOrd="0"/>',
    ...[4, 4, 6].map(
      (from, i) =>
        `<dgm:cxn modelId="${13 + i}" type="presParOf" srcId="${from}" destId="${5 + i}" srcOrd="${i % 2}" destOrd="0"/>`,
    ),
  ];
  const drawing = `<dgm:extLst><a:ext uri="${DRAWING}"><dsp:dataModelExt xmlns:dsp="${DRAWING}" relId="rIdDrawing"/></a:ext></dgm:extLst>`;
  return `<dgm:dataModel ${NAMES}><dgm:ptLst>${points.join('')}</dgm:ptLst><dgm:cxnLst>${ties.join('')}</dgm:cxnLst><dgm:bg/><dgm:whole/>${drawing}</dgm:dataModel>`;
}

const shape = (type = '') => `<dgm:shape${type && ` type="${type}"`}><dgm:adjLst/></dgm:shape><dgm:presOf/>`;
const node = (name: string, algorithm: string, content: string) =>
  `<dgm:layoutNode name="${name}"><dgm:alg type="${algorithm}"/>${content}</dgm:layoutNode>`;
const LAYOUT = node(
  'compositeShape',
  'composite',
  shape() +
    node('pyramid', 'sp', shape('triangle')) +
    node(
      'theList',
      'lin',
      `${shape()}<dgm:forEach axis="ch" ptType="node">${node('aNode', 'tx', '<dgm:shape type="roundRect"><dgm:adjLst/></dgm:shape><dgm:presOf axis="desOrSelf" ptType="node"/>')}</dgm:forEach>`,
    ),
);
