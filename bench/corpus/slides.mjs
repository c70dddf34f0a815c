/** Presentations, one for each feature. */
import { chart, flat, p, picture, range, span, style, words } from './markup.mjs';

const show = (pages, options) => flat('presentation', pages.map((page, i) => slide(page, i)).join(''), options);
const slide = (content, i) =>
  content.startsWith('<draw:page')
    ? content
    : `<draw:page draw:name="p${i}" draw:master-page-name="Standard">${content}</draw:page>`;
const at = (x, y, width = 20, height = 2) =>
  `svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm"`;
const box = (content, place, more = '') =>
  `<draw:frame ${more} ${place}><draw:text-box>${content}</draw:text-box></draw:frame>`;
const title = text => box(p(span(text, 'T')), at(2, 1));
const TITLE = style('text', 'T', { text: 'fo:font-size="32pt" fo:font-weight="bold"' });
const paged = (content, more = {}) =>
  show([title('A title') + content], { ...more, automatic: TITLE + (more.automatic ?? '') });
const graphic = (name, attributes, more = {}) => style('graphic', name, { graphic: attributes, ...more });
const shape = (kind, name, place) => `<draw:${kind} draw:style-name="${name}" ${place}/>`;
const filled = attributes => ({ automatic: graphic('F', attributes) });
const cell = text => `<table:table-cell>${p(text)}</table:table-cell>`;

/** By name; `png` makes the bytes of a picture. */
export const SLIDES = png => ({
  title: paged(''),
  'title and text': paged(
    box(
      range(4)
        .map(i => p(words(1, i)))
        .join(''),
      at(2, 4, 22, 8),
    ),
  ),
  'three slides': show(
    range(3).map(i => title(`Slide ${i + 1}`) + box(p(words(2, i)), at(2, 5))),
    { automatic: TITLE },
  ),
  'twenty slides': show(
    range(20).map(i => title(`Slide ${i + 1}`)),
    { automatic: TITLE },
  ),
  bullets: paged(
    box(
      `<text:list text:style-name="L">${range(4)
        .map(i => `<text:list-item>${p(`Item ${i}`)}</text:list-item>`)
        .join('')}</text:list>`,
      at(2, 4, 20, 8),
    ),
    {
      automatic:
        '<text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:min-label-width="0.8cm"/></text:list-level-style-bullet></text:list-style>',
    },
  ),
  numbers: paged(
    box(
      `<text:list text:style-name="L">${range(4)
        .map(i => `<text:list-item>${p(`Step ${i}`)}</text:list-item>`)
        .join('')}</text:list>`,
      at(2, 4, 20, 8),
    ),
    {
      automatic:
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."><style:list-level-properties text:min-label-width="0.8cm"/></text:list-level-style-number></text:list-style>',
    },
  ),
  'large and small text': paged(
    range(4)
      .map(i => box(p(span(`${12 + 8 * i} points`, `S${i}`)), at(2, 4 + 2.5 * i)))
      .join(''),
    {
      automatic: range(4)
        .map(i => style('text', `S${i}`, { text: `fo:font-size="${12 + 8 * i}pt"` }))
        .join(''),
    },
  ),
  alignment: paged(['start', 'center', 'end'].map((name, i) => box(p('Some words', name), at(2, 4 + 2 * i))).join(''), {
    automatic: ['start', 'center', 'end']
      .map(name => style('paragraph', name, { paragraph: `fo:text-align="${name}"` }))
      .join(''),
  }),
  'looks of characters': paged(
    box(p(['B', 'I', 'U', 'C'].map(name => span(`${name} words `, name)).join('')), at(2, 4)),
    {
      automatic:
        style('text', 'B', { text: 'fo:font-weight="bold"' }) +
        style('text', 'I', { text: 'fo:font-style="italic"' }) +
        style('text', 'U', { text: 'style:text-underline-style="solid" style:text-underline-width="auto"' }) +
        style('text', 'C', { text: 'fo:color="#cc0000"' }),
    },
  ),
  rectangle: paged(
    shape('rect', 'F', at(3, 5, 6, 4)),
    filled('draw:fill="solid" draw:fill-color="#3366aa" draw:stroke="none"'),
  ),
  ellipse: paged(
    shape('ellipse', 'F', at(3, 5, 6, 4)),
    filled('draw:fill="solid" draw:fill-color="#aa3366" draw:stroke="solid" svg:stroke-width="1mm"'),
  ),
  transparency: paged(
    shape('rect', 'F', at(3, 5, 6, 4)) + shape('ellipse', 'F', at(6, 6, 6, 4)),
    filled('draw:fill="solid" draw:fill-color="#3366aa" draw:opacity="40%"'),
  ),
  gradient: paged(shape('rect', 'F', at(3, 5, 12, 6)), {
    ...filled('draw:fill="gradient" draw:fill-gradient-name="Gr"'),
    common:
      '<draw:gradient draw:name="Gr" draw:style="linear" draw:start-color="#ff0000" draw:end-color="#0000ff" draw:angle="900"/>',
  }),
  'dashed line': paged('<draw:line draw:style-name="F" svg:x1="2cm" svg:y1="5cm" svg:x2="22cm" svg:y2="9cm"/>', {
    ...filled('draw:stroke="dash" draw:stroke-dash="D" svg:stroke-width="1mm"'),
    common:
      '<draw:stroke-dash draw:name="D" draw:style="rect" draw:dots1="1" draw:dots1-length="5mm" draw:distance="3mm"/>',
  }),
  arrow: paged('<draw:line draw:style-name="F" svg:x1="2cm" svg:y1="5cm" svg:x2="22cm" svg:y2="9cm"/>', {
    ...filled('draw:marker-end="M" draw:marker-end-width="8mm" svg:stroke-width="1mm"'),
    common: '<draw:marker draw:name="M" svg:viewBox="0 0 20 30" svg:d="M10 0l-10 30h20z"/>',
  }),
  polygon: paged(
    `<draw:polygon draw:style-name="F" ${at(3, 5, 6, 6)} svg:viewBox="0 0 100 100" draw:points="50,0 100,100 0,100"/>`,
    filled('draw:fill="solid" draw:fill-color="#339966"'),
  ),
  curve: paged(
    `<draw:path draw:style-name="F" ${at(3, 5, 9, 6)} svg:viewBox="0 0 100 100" svg:d="M0 100C0 0 100 0 100 100"/>`,
    filled('draw:fill="none" svg:stroke-width="1mm"'),
  ),
  'text in a shape': paged(
    `<draw:rect draw:style-name="F" ${at(3, 5, 9, 4)}>${p('Inside')}</draw:rect>`,
    filled('draw:fill="solid" draw:fill-color="#ccddee" draw:textarea-vertical-align="middle"'),
  ),
  group: paged(
    `<draw:g>${shape('rect', 'F', at(3, 5, 3, 3))}${shape('rect', 'F', at(7, 5, 3, 3))}</draw:g>`,
    filled('draw:fill="solid" draw:fill-color="#996633"'),
  ),
  'rotated text': paged(
    `<draw:frame svg:width="8cm" svg:height="2cm" draw:transform="rotate(0.5) translate(5cm 10cm)"><draw:text-box>${p('Rotated')}</draw:text-box></draw:frame>`,
  ),
  'rotated shape': paged(
    '<draw:rect draw:style-name="F" svg:width="6cm" svg:height="3cm" draw:transform="rotate(0.7) translate(5cm 10cm)"/>',
    filled('draw:fill="solid" draw:fill-color="#663399"'),
  ),
  shadow: paged(
    shape('rect', 'F', at(3, 5, 6, 4)),
    filled(
      'draw:fill="solid" draw:fill-color="#ffffff" draw:shadow="visible" draw:shadow-offset-x="3mm" draw:shadow-offset-y="3mm"',
    ),
  ),
  picture: paged(picture(png(), at(3, 5, 8, 6))),
  'two pictures': paged(picture(png(), at(3, 5, 8, 6)) + picture(png(1), at(13, 5, 8, 6))),
  chart: paged(chart('bar', 'svg:x="3cm" svg:y="5cm"')),
  'chart with lines': paged(chart('line', 'svg:x="3cm" svg:y="5cm"')),
  table: paged(
    `<draw:frame ${at(3, 5, 18, 6)}><table:table><table:table-column table:number-columns-repeated="3"/>${range(3)
      .map(
        i =>
          `<table:table-row>${range(3)
            .map(k => cell(`${i}.${k}`))
            .join('')}</table:table-row>`,
      )
      .join('')}</table:table></draw:frame>`,
  ),
  notes: show(
    [`${title('With notes')}<presentation:notes>${box(p('Said, not shown'), at(2, 14))}</presentation:notes>`],
    { automatic: TITLE },
  ),
  'hidden slide': show(
    [
      title('Shown'),
      `<draw:page draw:name="h" draw:master-page-name="Standard" draw:style-name="H">${title('Hidden')}</draw:page>`,
    ],
    {
      automatic: TITLE + style('drawing-page', 'H', { 'drawing-page': 'presentation:visibility="hidden"' }),
    },
  ),
  hyperlinks: paged(box(p('<text:a xlink:href="https://example.org">the site</text:a>'), at(2, 5))),
  background: show(
    [`<draw:page draw:name="b" draw:master-page-name="Standard" draw:style-name="B">${title('On blue')}</draw:page>`],
    {
      automatic: TITLE + style('drawing-page', 'B', { 'drawing-page': 'draw:fill="solid" draw:fill-color="#ddeeff"' }),
    },
  ),
  'footer of the master': show([title('One'), title('Two')], {
    automatic: TITLE,
    page: box(p('On every slide'), at(2, 14)),
  }),
  'four by three': show([title('Four by three')], {
    automatic: TITLE,
    layout: 'fo:page-width="28cm" fo:page-height="21cm"',
  }),
  Hebrew: paged(box(p('שלום לכולם 42', 'R'), at(2, 5)), {
    automatic: style('paragraph', 'R', { paragraph: 'style:writing-mode="rl-tb"' }),
  }),
  Chinese: paged(box(p('这是一个简短的演示文稿'), at(2, 5))),
  fonts: paged(
    ['Liberation Sans', 'Carlito', 'Nowhere Sans']
      .map((name, i) => box(p(span(name, `F${i}`)), at(2, 4 + 2 * i)))
      .join(''),
    {
      automatic: ['Liberation Sans', 'Carlito', 'Nowhere Sans']
        .map((name, i) => style('text', `F${i}`, { text: `fo:font-family="'${name}'"` }))
        .join(''),
    },
  ),
});
