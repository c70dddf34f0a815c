/** Text documents, one for each feature. */
import { chart, flat, MARGIN_HEIGHTS, p, picture, range, span, style, words } from './markup.mjs';

const paragraph = (name, attributes, text = '') =>
  style('paragraph', name, { ...(attributes && { paragraph: attributes }), ...(text && { text }) });
const character = (name, attributes) => style('text', name, { text: attributes });
const cell = (text, more = '') =>
  `<table:table-cell table:style-name="C" office:value-type="string" ${more}>${text.startsWith('<') ? text : p(text)}</table:table-cell>`;
const row = cells => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (columns, rows, head = '') =>
  `<table:table table:style-name="T"><table:table-column table:number-columns-repeated="${columns}"/>${head}${rows.join('')}</table:table>`;
const TABLE =
  style('table', 'T', { table: 'style:width="16cm" table:align="margins"' }) +
  style('table-cell', 'C', { 'table-cell': 'fo:border="0.5pt solid #000000" fo:padding="1mm"' });
const list = (name, items) =>
  `<text:list text:style-name="${name}">${items.map(item => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;
const LEVELS = kind =>
  range(3)
    .map(i => {
      const place = `<style:list-level-properties text:space-before="${i * 0.7}cm" text:min-label-width="0.7cm"/>`;
      return kind === 'bullet'
        ? `<text:list-level-style-bullet text:level="${i + 1}" text:bullet-char="•">${place}</text:list-level-style-bullet>`
        : `<text:list-level-style-number text:level="${i + 1}" style:num-format="${'1ai'[i]}" style:num-suffix=".">${place}</text:list-level-style-number>`;
    })
    .join('');
const lists = kind => `<text:list-style style:name="L">${LEVELS(kind)}</text:list-style>`;
const text = (body, options) => flat('text', body, options);
const note = (kind, number) =>
  `<text:note text:id="n${number}" text:note-class="${kind}"><text:note-citation>${number}</text:note-citation><text:note-body>${p(`Note ${number}: see the appendix.`)}</text:note-body></text:note>`;
const margins = content => ({
  page: `<style:header>${p(`Header: ${content}`)}</style:header><style:footer>${p(`Footer, page <text:page-number text:select-page="current">1</text:page-number> of <text:page-count>1</text:page-count>`)}</style:footer>`,
  inLayout: MARGIN_HEIGHTS,
});

/** By name; `png` makes the bytes of a picture. */
export const TEXTS = png => ({
  paragraphs: text(
    range(8)
      .map(i => p(words(5, i)))
      .join(''),
  ),
  headings: text(
    range(12)
      .map(i => `<text:h text:outline-level="${(i % 3) + 1}">Chapter ${i + 1}</text:h>${p(words(3, i))}`)
      .join(''),
  ),
  bullets: text(
    list(
      'L',
      range(6).map(i => p(`Item ${i + 1}`) + (i % 2 ? list('L', [p('below'), p('and below')]) : '')),
    ),
    { automatic: lists('bullet') },
  ),
  numbers: text(
    list(
      'L',
      range(6).map(i => p(`Step ${i + 1}`) + (i % 2 ? list('L', [p('first'), p('second')]) : '')),
    ),
    { automatic: lists('number') },
  ),
  table: text(
    table(
      3,
      range(6).map(i => row(range(3).map(k => cell(`Cell ${i}.${k}`)))),
    ),
    { automatic: TABLE },
  ),
  'merged cells': text(
    table(3, [
      row([
        cell('Two columns', 'table:number-columns-spanned="2"'),
        '<table:covered-table-cell/>',
        cell('Two rows', 'table:number-rows-spanned="2"'),
      ]),
      row([cell('A'), cell('B'), '<table:covered-table-cell/>']),
    ]),
    { automatic: TABLE },
  ),
  'nested table': text(table(2, [row([cell('Outer'), cell(table(2, [row([cell('In'), cell('ner')])]))])]), {
    automatic: TABLE,
  }),
  'long table': text(
    table(
      3,
      range(90).map(i => row(range(3).map(k => cell(`Line ${i}.${k}`)))),
      `<table:table-header-rows>${row(['Name', 'Place', 'Sum'].map(name => cell(name)))}</table:table-header-rows>`,
    ),
    { automatic: TABLE },
  ),
  'numbers in a table': text(
    table(
      2,
      range(6).map(i => row([cell(`Sum ${i}`), cell(p((1234.5 * (i + 1)).toFixed(2), 'R'))])),
    ),
    { automatic: TABLE + paragraph('R', 'fo:text-align="end"') },
  ),
  'page breaks': text(
    range(4)
      .map(i => p(`Page ${i + 1}. ${words(3, i)}`, i ? 'B' : ''))
      .join(''),
    { automatic: paragraph('B', 'fo:break-before="page"') },
  ),
  columns: text(
    `<text:section text:style-name="S" text:name="s">${range(10)
      .map(i => p(words(4, i)))
      .join('')}</text:section>`,
    {
      automatic: style('section', 'S', { section: '<style:columns fo:column-count="2" fo:column-gap="0.5cm"/>' }),
    },
  ),
  'header and footer': text(
    range(12)
      .map(i => p(words(8, i)))
      .join(''),
    margins('annual report'),
  ),
  footnotes: text(
    range(6)
      .map(i => p(words(2, i) + note('footnote', i + 1)))
      .join(''),
  ),
  endnotes: text(
    range(6)
      .map(i => p(words(2, i) + note('endnote', i + 1)))
      .join(''),
  ),
  hyperlinks: text(
    range(4)
      .map(i => p(`See <text:a xlink:href="https://example.org/${i}">page ${i}</text:a>. ${words(1)}`))
      .join(''),
  ),
  bookmarks: text(
    p('<text:bookmark text:name="here"/>The place.') +
      p('See <text:bookmark-ref text:reference-format="text" text:ref-name="here">here</text:bookmark-ref>.'),
  ),
  'picture in a line': text(
    p(`Before ${picture(png(), 'text:anchor-type="as-char" svg:width="4cm" svg:height="3cm"')} after`),
  ),
  'picture with text around': text(
    p(
      picture(
        png(),
        'draw:style-name="G" text:anchor-type="paragraph" svg:x="1cm" svg:y="1cm" svg:width="4cm" svg:height="3cm"',
      ) + words(20),
    ),
    {
      automatic: style('graphic', 'G', {
        graphic: 'style:wrap="parallel" style:horizontal-pos="from-left" style:vertical-pos="from-top"',
      }),
    },
  ),
  'text box': text(
    p(
      `<draw:frame text:anchor-type="paragraph" svg:x="2cm" svg:y="1cm" svg:width="6cm"><draw:text-box fo:min-height="2cm">${p('In a box')}</draw:text-box></draw:frame>${words(12)}`,
    ),
  ),
  shapes: text(
    p(
      `<draw:rect text:anchor-type="paragraph" svg:x="1cm" svg:y="4cm" svg:width="3cm" svg:height="2cm" draw:style-name="F"/><draw:ellipse text:anchor-type="paragraph" svg:x="6cm" svg:y="4cm" svg:width="3cm" svg:height="2cm" draw:style-name="F"/><draw:line text:anchor-type="paragraph" svg:x1="1cm" svg:y1="8cm" svg:x2="9cm" svg:y2="7cm"/>Shapes`,
    ),
    {
      automatic: style('graphic', 'F', {
        graphic: 'draw:fill="solid" draw:fill-color="#4488cc" draw:stroke="solid" svg:stroke-color="#000000"',
      }),
    },
  ),
  chart: text(p(chart('bar', 'text:anchor-type="as-char"'))),
  Hebrew: text(
    range(3)
      .map(() => p('שלום לכולם, זהו מסמך קצר בן 42 מילים. English inside.', 'R'))
      .join(''),
    { automatic: paragraph('R', 'fo:text-align="start" style:writing-mode="rl-tb"') },
  ),
  Arabic: text(
    range(3)
      .map(() => p('مرحبا بالعالم، هذا مستند قصير رقم 7.', 'R'))
      .join(''),
    { automatic: paragraph('R', 'fo:text-align="start" style:writing-mode="rl-tb"') },
  ),
  'Greek and Cyrillic': text(
    p('Καλημέρα κόσμε. Το έγγραφο αυτό είναι σύντομο.') + p('Здравствуй, мир. Это короткий документ.'),
  ),
  Chinese: text(p('这是一个简短的文件。') + p('これは短い文書です。') + p('짧은 문서입니다.')),
  tabs: text(
    range(6)
      .map(i => p(`Entry ${i}<text:tab/>${(i + 1) * 17}`, 'T'))
      .join(''),
    {
      automatic: style('paragraph', 'T', {
        paragraph:
          '<style:tab-stops><style:tab-stop style:position="15cm" style:type="right" style:leader-style="dotted" style:leader-text="."/></style:tab-stops>',
      }),
    },
  ),
  alignment: text(['start', 'center', 'end', 'justify'].map(name => p(words(4), name)).join(''), {
    automatic: ['start', 'center', 'end', 'justify'].map(name => paragraph(name, `fo:text-align="${name}"`)).join(''),
  }),
  'looks of characters': text(
    p(['B', 'I', 'U', 'S', 'C', 'H', 'L', 'P', 'N'].map(name => span(`${name} words`, name)).join(' ')),
    {
      automatic:
        character('B', 'fo:font-weight="bold"') +
        character('I', 'fo:font-style="italic"') +
        character('U', 'style:text-underline-style="solid" style:text-underline-width="auto"') +
        character('S', 'style:text-line-through-style="solid"') +
        character('C', 'fo:color="#cc0000"') +
        character('H', 'fo:background-color="#ffff00"') +
        character('L', 'fo:font-variant="small-caps"') +
        character('P', 'style:text-position="super 58%"') +
        character('N', 'fo:letter-spacing="2pt"'),
    },
  ),
  fonts: text(
    ['Liberation Sans', 'Liberation Mono', 'DejaVu Sans', 'Carlito', 'Nowhere Sans']
      .map((_, i) => p(words(2), `F${i}`))
      .join(''),
    {
      automatic: ['Liberation Sans', 'Liberation Mono', 'DejaVu Sans', 'Carlito', 'Nowhere Sans']
        .map((name, i) => paragraph(`F${i}`, '', `fo:font-family="'${name}'" fo:font-size="${10 + 2 * i}pt"`))
        .join(''),
    },
  ),
  'borders and backgrounds': text(p(words(3), 'X') + p(words(2)), {
    automatic: paragraph('X', 'fo:border="1pt solid #cc0000" fo:padding="2mm" fo:background-color="#eeeeff"'),
  }),
  'spacing and indents': text(
    range(4)
      .map(i => p(words(3, i), 'X'))
      .join(''),
    {
      automatic: paragraph(
        'X',
        'fo:line-height="150%" fo:margin-left="1cm" fo:text-indent="1cm" fo:margin-bottom="5mm"',
      ),
    },
  ),
  landscape: text(
    range(8)
      .map(i => p(words(4, i)))
      .join(''),
    { layout: 'fo:page-width="29.7cm" fo:page-height="21cm" style:print-orientation="landscape" fo:margin="2cm"' },
  ),
  letter: text(
    range(14)
      .map(i => p(words(6, i)))
      .join(''),
    { layout: 'fo:page-width="21.59cm" fo:page-height="27.94cm" fo:margin="2.54cm"' },
  ),
  'ten pages': text(
    range(60)
      .map(i => p(words(9, i)))
      .join(''),
    margins('ten pages'),
  ),
  'tracked changes': text(
    `<text:tracked-changes><text:changed-region text:id="c"><text:deletion><office:change-info><dc:creator>Ada</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:change-info>${p('deleted ')}</text:deletion></text:changed-region></text:tracked-changes>${p('Text <text:change text:change-id="c"/>that stays.')}`,
  ),
  comment: text(
    p(
      'Words<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-01-02T03:04:05</dc:date><text:p>Is that so?</text:p></office:annotation> with a comment.',
    ),
  ),
});
