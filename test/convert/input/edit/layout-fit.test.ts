/** Texts that PowerPoint has shrunk, as an engine gets them. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { relations } from '../../../helpers/documents/ooxml.js';
import { line, slideOf, textBox } from '../../../helpers/documents/slide-texts.js';
import { edited } from '../../../helpers/documents/with.js';
import type { Fixture } from '../../../helpers/documents.js';

async function slideIn({ name, bytes }: Fixture, pdf: PdfOptions = {}): Promise<string> {
  const prepared = await prepareDocument(bytes, { name, pdf, fonts: async () => new Set<string>() });
  return Buffer.from(unzipSync(prepared.bytes)['ppt/slides/slide1.xml']!).toString();
}

const box = (paragraphs: string, fit: string, more = {}) => textBox(paragraphs, { fit, ...more });
const scale = (percent: number) => `<a:normAutofit fontScale="${percent * 1000}"/>`;
const HALF = scale(50);
const REDUCED = '<a:normAutofit lnSpcReduction="20000"/>';
const spacing = (value: string) => `<a:lnSpc><a:spcPct val="${value}"/></a:lnSpc>`;
const paragraph = (properties: string, run = '<a:r><a:t>x</a:t></a:r>') => `<a:p>${properties}${run}</a:p>`;

it.each([
  [2200, 62.5, 1400],
  [3500, 70, 2500],
  [2200, 75, 1700],
  [3500, 92.5, 3200],
])('text of %d is shrunk to %d percent, whole points: %d', async (size, percent, expected) => {
  const slide = await slideIn(slideOf(box(line('x', size), scale(percent))));
  expect(slide).toContain(`<a:rPr sz="${expected}" lang="en-US">`);
  expect(slide).toContain('<a:noAutofit/></a:bodyPr>');
});

it.each(['', 'normAutofit'])('a shape that grows with its text keeps the saved size, beside %j', async other => {
  const grown = box(line('x', null), '<a:spAutoFit/>');
  const slide = await slideIn(slideOf(grown, ...(other ? [box(line('x', null), `<a:${other}/>`)] : [])));
  expect(slide).toContain(box(line('x', null), '<a:noAutofit/>'));
  expect(slide).not.toContain('spAutoFit');
  expect(await slideIn(slideOf(grown), { layout: 'libreoffice' })).toContain(grown);
});

describe('shrunk text', () => {
  it.each([
    ['has half of 18 points where nothing states a size', paragraph(''), '<a:r><a:rPr sz="900"/><a:t>x'],
    ['has its scale at breaks', paragraph('', '<a:br/>'), '<a:br><a:rPr sz="900"/></a:br>'],
    [
      'has its scale in fields',
      paragraph('', '<a:fld id="{1}"><a:t>1</a:t></a:fld>'),
      '<a:fld id="{1}"><a:rPr sz="900"/>',
    ],
    ['has its scale at the end', paragraph('', '<a:endParaRPr sz="2000"/>'), '<a:endParaRPr sz="1000"/>'],
    ['has its scale in empty paragraphs', '<a:p/>', '<a:p><a:endParaRPr sz="900"/></a:p>'],
    ['has it behind properties', paragraph('<a:pPr algn="r"/>', ''), '<a:pPr algn="r"/><a:endParaRPr sz="900"/></a:p>'],
  ])('%s', async (_, content, expected) => {
    expect(await slideIn(slideOf(box(content, HALF)))).toContain(expected);
  });

  it.each([
    ['of a single line', paragraph(''), `<a:p><a:pPr>${spacing('80000')}</a:pPr><a:r>`],
    [
      'that is stated',
      paragraph(`<a:pPr>${spacing('90000')}<a:buNone/></a:pPr>`),
      `<a:pPr>${spacing('70000')}<a:buNone/>`,
    ],
    ['that is stated with a sign', paragraph(`<a:pPr>${spacing('90%')}</a:pPr>`), spacing('70000')],
    ['beside other properties', paragraph('<a:pPr lvl="1"/>'), `<a:pPr lvl="1">${spacing('80000')}</a:pPr>`],
    ['of an empty paragraph', '<a:p/>', `<a:p><a:pPr>${spacing('80000')}</a:pPr></a:p>`],
  ])('has a smaller line spacing: %s', async (_, content, expected) => {
    expect(await slideIn(slideOf(box(content, REDUCED)))).toContain(expected);
  });

  const inPoints = '<a:pPr><a:lnSpc><a:spcPts val="900"/></a:lnSpc></a:pPr>';
  it.each<[string, string, PdfOptions?]>([
    ['with the layout of LibreOffice', HALF, { layout: 'libreoffice' }],
    ['with a scale that enlarges it', scale(200)],
    ['with a scale of nothing', scale(0)],
    ['with a scale that is no number', '<a:normAutofit fontScale="half"/>'],
  ])('%s stays', async (_, fit, options) => {
    const content = box(line('x', null), fit);
    expect(await slideIn(slideOf(content), options)).toContain(content);
  });

  it('stays where a part of it has alternates', async () => {
    const equation = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Fallback><a:r><a:t>x</a:t></a:r></mc:Fallback></mc:AlternateContent>`;
    const content = box(paragraph('', equation) + line('x'), HALF);
    expect(await slideIn(slideOf(content))).toContain(content.slice(content.indexOf(HALF)));
  });

  it('keeps a line spacing in points, and the size of a text whose lines only are reduced', async () => {
    const slide = await slideIn(slideOf(box(paragraph(inPoints) + line('x', 1050), REDUCED)));
    expect(slide).toContain(`${inPoints}<a:r><a:t>x`);
    expect(slide).toContain(' sz="1050"');
  });

  it.each([
    ['without a scale', '<a:normAutofit/>'],
    ['with a scale of 100 %', '<a:normAutofit fontScale="100%"/>'],
  ])('%s keeps its sizes', async (_, fit) => {
    expect(await slideIn(slideOf(box(line('x', null), fit)))).toContain(box(line('x', null), '<a:noAutofit/>'));
  });
});

describe('the size that shrunk text inherits is', () => {
  const level = (size: number, number = 1) => `<a:lvl${number}pPr><a:defRPr sz="${size}"/></a:lvl${number}pPr>`;
  const names =
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const shape = (ph: string, size: number) => textBox('<a:p/>', { kind: ph, styles: level(size) });
  const inherited = (content: string) =>
    edited(slideOf(content), {
      'ppt/slides/_rels/slide1.xml.rels': relations([['slideLayout', '../slideLayouts/layout.xml']]),
      'ppt/slideLayouts/_rels/layout.xml.rels': relations([['slideMaster', '/ppt/slideMasters/master.xml']]),
      'ppt/slideLayouts/layout.xml': `<p:sldLayout ${names}>${shape('<p:ph idx="1"/>', 2000)}${shape('<p:ph type="body" idx="2"/>', 3000)}${shape('<p:ph type="title"/>', 4000)}</p:sldLayout>`,
      'ppt/slideMasters/master.xml': `<p:sldMaster ${names}>${shape('<p:ph type="body"/>', 5000)}<p:txStyles><p:titleStyle>${level(6000)}</p:titleStyle><p:bodyStyle>${level(6200)}${level(6400, 2)}</p:bodyStyle><p:otherStyle>${level(6600)}</p:otherStyle></p:txStyles></p:sldMaster>`,
      'ppt/presentation.xml': xml =>
        xml.replace('</p:presentation>', `<p:defaultTextStyle>${level(7000)}${level(7200, 3)}</p:defaultTextStyle>$&`),
    });
  it.each([
    ['that of its shape', '<p:ph idx="1"/>', '', level(1000), 500],
    ['that of its placeholder in the layout', '<p:ph idx="1"/>', '', '', 1000],
    ['that of the placeholder with its index', '<p:ph idx="2"/>', '', '', 1500],
    ['that of the title of the layout', '<p:ph type="ctrTitle"/>', '', '', 2000],
    ['that of the master, for one that the layout has not', '<p:ph idx="9"/>', '', '', 2500],
    ['that of a level of the master', '<p:ph idx="1"/>', '<a:pPr lvl="1"/>', '', 3200],
    ['that of other text of the master', '<p:ph type="ftr"/>', '', '', 3300],
    ['that of the presentation', '', '', '', 3500],
    ['that of a level of the presentation', '<p:ph idx="1"/>', '<a:pPr lvl="2"/>', '', 3600],
    ['18 points for other levels', '', '<a:pPr lvl="7"/>', '', 900],
  ])('%s', async (_, kind, properties, styles, size) => {
    const slide = await slideIn(inherited(box(paragraph(properties), HALF, { kind, styles })));
    expect(slide).toContain(`<a:rPr sz="${size}"/>`);
  });

  it('found for thousands of shapes among thousands of placeholders', async () => {
    const shapes = box(paragraph(''), HALF, { kind: '<p:ph idx="9"/>' }).repeat(8_000);
    const insert = (end: string, content: string) => (xml: string) => xml.replace(end, content + end);
    const document = edited(inherited(shapes), {
      'ppt/slideLayouts/layout.xml': insert('</p:sldLayout>', '<p:sp><p:ph idx="3"/></p:sp>'.repeat(8_000)),
      'ppt/slideMasters/master.xml': insert('<p:txStyles>', '<p:sp/>'.repeat(100_000)),
    });
    expect((await slideIn(document)).split('<a:rPr sz="2500"/>')).toHaveLength(8_001);
  }, 40_000);
});
