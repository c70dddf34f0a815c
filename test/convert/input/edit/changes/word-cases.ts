/** Tracked changes of Word documents: what each shows before and after. */
import type { Case } from './cases.js';

const BY = 'w:id="1" w:author="Ada" w:date="2024-05-06T07:08:09Z"';
const r = (text: string, properties = '') => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const gone = (text: string) => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
const p = (content: string, properties = '') => `<w:p>${properties}${content}</w:p>`;
const ins = (content: string) => `<w:ins ${BY}>${content}</w:ins>`;
const del = (content: string) => `<w:del ${BY}>${content}</w:del>`;
/** Properties of a paragraph whose mark is inserted or deleted. */
const mark = (name: string) => `<w:pPr><w:rPr><w:${name} ${BY}/></w:rPr></w:pPr>`;
const tc = (content: string, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="2000"/>${properties}</w:tcPr>${content}</w:tc>`;
const tr = (cells: string, properties = '') => `<w:tr>${properties}${cells}</w:tr>`;
const tbl = (rows: string) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>${rows}</w:tbl>`;
const math = (content: string) =>
  `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${content}</m:oMath>`;
const box = (content: string) =>
  `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:30pt"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
const HIDDEN = '<w:rPr><w:vanish/></w:rPr>';
const field = (code: string, shown: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${code}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** Text that is hidden stands in brackets. */
export const WORD_CASES: readonly Case[] = [
  {
    name: 'insertion',
    xml: p(r('apple ') + ins(r('new ')) + r('zebra')),
    final: 'apple new zebra',
    original: 'apple zebra',
  },
  {
    name: 'deletion',
    xml: p(r('apple ') + del(gone('old ')) + r('zebra')),
    final: 'apple zebra',
    original: 'apple old zebra',
  },
  { name: 'replacement', xml: p(del(gone('old')) + ins(r('new'))), final: 'new', original: 'old' },
  {
    name: 'deleted insertion',
    xml: p(r('apple ') + ins(del(gone('never '))) + r('zebra')),
    final: 'apple zebra',
    original: 'apple zebra',
  },
  {
    name: 'move',
    xml:
      p(
        `<w:moveFromRangeStart ${BY} w:name="m"/><w:moveFrom ${BY}>${r('moved ')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>${r('one ')}`,
      ) +
      p(
        `${r('two ')}<w:moveToRangeStart ${BY} w:name="m"/><w:moveTo ${BY}>${r('moved')}</w:moveTo><w:moveToRangeEnd w:id="1"/>`,
      ),
    final: 'one two moved',
    original: 'moved one two',
  },
  {
    name: 'inserted paragraph mark',
    xml: p(r('one'), mark('ins')) + p(r('two')),
    final: 'one two',
    original: 'onetwo',
  },
  { name: 'deleted paragraph mark', xml: p(r('one'), mark('del')) + p(r('two')), final: 'onetwo', original: 'one two' },
  {
    name: 'moved paragraph marks',
    xml: p(r('one'), mark('moveFrom')) + p(r('two')) + p(r('three'), mark('moveTo')) + p(r('four')),
    final: 'onetwo three four',
    original: 'one two threefour',
  },
  {
    name: 'deleted paragraphs in a row',
    xml: p(r('one'), mark('del')) + p(del(gone('two')), mark('del')) + p(r('three'), mark('del')) + p(r('four')),
    final: 'onethreefour',
    original: 'one two three four',
  },
  {
    name: 'deleted paragraph before an empty one',
    xml: `${p(r('one'), mark('del'))}<w:p/>${p(r('two'))}`,
    final: 'one two',
    original: 'one two',
  },
  {
    name: 'deleted paragraph before a table',
    xml: p(del(gone('one')), mark('del')) + tbl(tr(tc(p(r('two'))) + tc(p(r('three'))))) + p(r('four')),
    final: 'two three four',
    original: 'one two three four',
  },
  {
    name: 'rows',
    xml:
      tbl(
        tr(tc(p(r('kept'))), '') +
          tr(tc(p(ins(r('new')), mark('ins'))), `<w:trPr><w:ins ${BY}/></w:trPr>`) +
          tr(tc(p(del(gone('old')), mark('del'))), `<w:trPr><w:del ${BY}/></w:trPr>`),
      ) + p(r('end')),
    final: 'kept new end',
    original: 'kept old end',
  },
  {
    name: 'a whole table',
    xml: tbl(tr(tc(p(r('old'))), `<w:trPr><w:del ${BY}/></w:trPr>`)) + p(r('end')),
    final: 'end',
    original: 'old end',
  },
  {
    name: 'cells',
    xml:
      tbl(tr(tc(p(r('apple'))) + tc(p(r('b')), `<w:cellIns ${BY}/>`) + tc(p(r('c')), `<w:cellDel ${BY}/>`))) +
      p(r('end')),
    final: 'apple b end',
    original: 'apple c end',
  },
  {
    name: 'the only cells of a row',
    xml: tbl(tr(tc(p(r('apple')))) + tr(tc(p(r('b')), `<w:cellIns ${BY}/>`))) + p(r('end')),
    final: 'apple b end',
    original: 'apple end',
  },
  {
    name: 'properties of text',
    xml: p(
      r('apple ') +
        r('b', `${HIDDEN.replace('</w:rPr>', '')}<w:rPrChange ${BY}><w:rPr/></w:rPrChange></w:rPr>`) +
        r(' c ') +
        r('d', `<w:rPr><w:rPrChange ${BY}>${HIDDEN}</w:rPrChange></w:rPr>`),
    ),
    final: 'apple [b] c d',
    original: 'apple b c [d]',
  },
  {
    name: 'properties of a paragraph',
    xml: `${p(r('one'))}${p(r('two'), `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/><w:ins ${BY}/></w:numPr><w:rPr><w:ins ${BY}/></w:rPr><w:pPrChange ${BY}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr>`)}${p(r('three'))}`,
    final: 'one two three',
    original: 'one twothree',
  },
  {
    name: 'codes of fields',
    xml: p(
      field(
        del('<w:r><w:delInstrText>QUOTE old</w:delInstrText></w:r>') +
          ins('<w:r><w:instrText>QUOTE new</w:instrText></w:r>'),
        'shown',
      ),
    ),
    final: 'shown',
    original: 'shown',
  },
  {
    name: 'a field that is deleted',
    xml: p(
      r('apple ') +
        del(
          field('<w:r><w:delInstrText>QUOTE old</w:delInstrText></w:r>', 'old').replaceAll(/w:t(?=[ >])/g, 'w:delText'),
        ) +
        r(' zebra'),
    ),
    final: 'apple zebra',
    original: 'apple old zebra',
  },
  {
    name: 'a formula',
    isText: false,
    xml: p(r('apple ') + math(ins('<m:r><m:t>x</m:t></m:r>') + del('<m:r><m:t>y</m:t></m:r>')) + r(' zebra')),
    final: 'apple x zebra',
    original: 'apple y zebra',
  },
  {
    name: 'a fraction',
    isText: false,
    xml: p(
      r('apple ') +
        math(
          `<m:r><m:t>x</m:t></m:r><m:f><m:fPr><m:ctrlPr>${del('<w:rPr/>')}</m:ctrlPr></m:fPr><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>`,
        ) +
        r(' zebra'),
    ),
    final: 'apple x zebra',
    original: 'apple x12 zebra',
  },
  {
    name: 'a text box',
    isText: false,
    xml: p(box(p(r('apple ') + ins(r('new ')) + del(gone('old ')) + r('zebra')))),
    final: 'apple new zebra',
    original: 'apple old zebra',
  },
  {
    name: 'paragraphs of a text box within a paragraph',
    isText: false,
    xml: p(r('one') + box(p(r('in'), mark('del')) + p(r('side'))), mark('del')) + p(r('two')),
    final: 'oneinside two',
    original: 'onein side two',
  },
  {
    name: 'other prefixes and empty elements',
    xml: `<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:ins x:id="1" x:author="A"/><x:del x:id="2" x:author="A"><x:r><x:delText>old</x:delText></x:r></x:del><x:r><x:t>zebra</x:t></x:r></x:p>`,
    final: 'zebra',
    original: 'oldzebra',
  },
];
