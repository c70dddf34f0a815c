/** Presentations by the package `pptxgenjs`, one for each feature. */
import PptxGenJS from 'pptxgenjs';
import { range, words } from '../markup.mjs';

const TITLE = { x: 0.5, y: 0.3, w: 9, h: 0.8, fontSize: 28, bold: true, color: '224466' };
const BODY = { x: 0.5, y: 1.3, w: 9, h: 3.5 };
const SALES = [
  { name: 'North', labels: ['2021', '2022', '2023'], values: [4, 6, 9] },
  { name: 'South', labels: ['2021', '2022', '2023'], values: [7, 5, 8] },
];

/** A presentation whose slides are filled by `makers`, in their order. */
function show(...makers) {
  const deck = new PptxGenJS();
  deck.layout = 'LAYOUT_16x9';
  for (const fillSlide of makers) fillSlide(deck.addSlide(), deck);
  return deck;
}

/** One slide with a title. */
const titled = fillSlide => () =>
  show((slide, deck) => {
    slide.addText('A title', TITLE);
    fillSlide(slide, deck);
  });
const texts = items => titled(slide => slide.addText(items, BODY));
const lines = (all, more) => texts(all.map(text => ({ text, options: { ...more(text), breakLine: true } })));
const shapes = (kinds, look = {}) =>
  titled((slide, deck) =>
    kinds.forEach((kind, i) => {
      slide.addShape(deck.ShapeType[kind], {
        x: 0.5 + (i % 4) * 2.3,
        y: 1.4 + Math.floor(i / 4) * 1.9,
        w: 2,
        h: 1.5,
        fill: { color: '4488CC' },
        ...look,
      });
    }),
  );
const chart = (kind, options = {}, data = SALES) =>
  titled((slide, deck) =>
    slide.addChart(deck.ChartType[kind], data, {
      ...BODY,
      showTitle: true,
      title: 'Sales by year',
      showLegend: true,
      legendPos: 'b',
      ...options,
    }),
  );
const table = (rows, options = {}) =>
  titled(slide => slide.addTable(rows, { ...BODY, border: { pt: 1, color: '888888' }, ...options }));
const cells = (rows, columns) => range(rows).map(i => range(columns).map(k => `Cell ${i + 1}.${k + 1}`));
const dataUrl = bytes => `image/png;base64,${bytes.toString('base64')}`;

/** Pairs of a name and a function that promises the bytes; `png` makes the bytes of a picture. */
export function pptxFiles(png) {
  const all = { ...TEXTS, ...SHAPES, ...TABLES, ...CHARTS, ...DECKS, ...pictures(png) };
  return Object.entries(all).map(([feature, make]) => [feature, () => make().write({ outputType: 'nodebuffer' })]);
}

const TEXTS = {
  title: titled(() => {}),
  paragraphs: lines(
    range(4).map(i => words(1, i)),
    () => ({}),
  ),
  bullets: lines(
    range(6).map(i => `Item ${i + 1}`),
    text => ({ bullet: true, indentLevel: Number(text.at(-1)) % 3 }),
  ),
  numbers: lines(
    range(6).map(i => `Step ${i + 1}`),
    () => ({ bullet: { type: 'number', style: 'romanLcPeriod' } }),
  ),
  'looks of characters': texts(
    ['bold', 'italic', 'strike', 'subscript', 'superscript'].map(look => ({
      text: `${look} `,
      options: { [look]: true },
    })),
  ),
  'underlines and highlights': texts([
    { text: 'underlined ', options: { underline: { style: 'wavy', color: 'FF0000' } } },
    { text: 'highlighted ', options: { highlight: 'FFFF00' } },
    { text: 'spaced', options: { charSpacing: 8 } },
  ]),
  fonts: lines(['Arial', 'Calibri', 'Cambria', 'Courier New', 'Nowhere Sans'], fontFace => ({ fontFace })),
  sizes: lines(['8', '14', '24', '44'], fontSize => ({ fontSize: Number(fontSize) })),
  alignment: lines(['left', 'center', 'right', 'justify'], align => ({ align })),
  'spacing of lines': texts(
    range(3).map(i => ({
      text: words(2, i),
      options: { breakLine: true, paraSpaceAfter: 18, lineSpacingMultiple: 1.5, fontSize: 14 },
    })),
  ),
  'text that shrinks': titled(slide => slide.addText(words(25), { ...BODY, h: 2, fit: 'shrink', fontSize: 24 })),
  'text that overflows': titled(slide => slide.addText(words(40), { ...BODY, h: 1.5, fontSize: 20 })),
  'vertical text': titled(slide => slide.addText('Upwards and downwards', { ...BODY, w: 1, vert: 'vert270' })),
  'rotated text': titled(slide => slide.addText('Rotated', { x: 3, y: 2, w: 3, h: 1, rotate: 30, fontSize: 30 })),
  'columns of text': titled(slide => slide.addText(words(20), { ...BODY, fontSize: 12, columns: 2 })),
  'outline and glow': titled(slide =>
    slide.addText('Outline', {
      ...BODY,
      fontSize: 60,
      color: 'FFFFFF',
      outline: { size: 2, color: '336699' },
      glow: { size: 10, opacity: 0.5, color: 'FFAA00' },
    }),
  ),
  'from right to left': titled(slide =>
    slide.addText('שלום עולם مرحبا بالعالم', {
      ...BODY,
      rtlMode: true,
      align: 'right',
      fontFace: 'DejaVu Sans',
      lang: 'he-IL',
    }),
  ),
  'other scripts': lines(['Ελληνικά', 'Русский', 'Türkçe ğüşıöç', '日本語', '한국어'], () => ({})),
  hyperlinks: texts([
    { text: 'a link', options: { hyperlink: { url: 'https://example.com/' } } },
    { text: ' and text', options: {} },
  ]),
};

const SHAPES = {
  shapes: shapes(['rect', 'roundRect', 'ellipse', 'triangle', 'diamond', 'hexagon', 'star5', 'cloud']),
  arrows: shapes(['rightArrow', 'leftRightArrow', 'curvedRightArrow', 'chevron', 'uturnArrow', 'bentArrow']),
  callouts: shapes(['wedgeRectCallout', 'cloudCallout', 'wedgeEllipseCallout', 'flowChartDecision', 'can', 'cube']),
  transparency: shapes(['rect', 'ellipse'], { fill: { color: '4488CC', transparency: 60 }, w: 4 }),
  shadow: shapes(['rect', 'ellipse'], {
    shadow: { type: 'outer', color: '000000', opacity: 0.5, blur: 6, offset: 6, angle: 45 },
  }),
  outlines: shapes(['rect', 'ellipse', 'triangle'], { line: { color: 'CC4444', width: 4, dashType: 'dashDot' } }),
  'turned and mirrored': shapes(['rtTriangle', 'rightArrow', 'moon'], { rotate: 30, flipH: true }),
  lines: titled((slide, deck) =>
    ['solid', 'dash', 'sysDot', 'lgDashDot'].forEach((dashType, i) => {
      slide.addShape(deck.ShapeType.line, {
        x: 1,
        y: 1.5 + i * 0.7,
        w: 7,
        h: 0,
        line: { color: '336699', width: 1 + i, dashType, endArrowType: 'triangle' },
      });
    }),
  ),
  'own shape': titled((slide, deck) =>
    slide.addShape(deck.ShapeType.custGeom, {
      x: 2,
      y: 1.5,
      w: 4,
      h: 3,
      fill: { color: '66AA66' },
      points: [
        { x: 0, y: 0, moveTo: true },
        { x: 4, y: 1 },
        { x: 2, y: 3, curve: { type: 'quadratic', x1: 4, y1: 3 } },
        { close: true },
      ],
    }),
  ),
  'text in a shape': titled((slide, deck) =>
    slide.addText(words(1), {
      shape: deck.ShapeType.roundRect,
      x: 2,
      y: 2,
      w: 4,
      h: 2,
      fill: { color: 'DDEEFF' },
      align: 'center',
      valign: 'middle',
      margin: 10,
    }),
  ),
};

const TABLES = {
  table: table(cells(4, 4)),
  'merged cells': table([
    [
      { text: 'Two columns', options: { colspan: 2, fill: { color: 'DDEEFF' } } },
      { text: 'Two rows', options: { rowspan: 2, valign: 'middle' } },
    ],
    ['one', 'two'],
    ['three', 'four', 'five'],
  ]),
  'looks of cells': table(
    cells(4, 3).map((row, i) =>
      row.map(text => ({
        text,
        options: { fill: { color: i % 2 ? 'FFEECC' : 'CCEEFF' }, bold: i === 0, align: 'center', color: '224466' },
      })),
    ),
    { colW: [2, 4, 3], rowH: 0.6 },
  ),
  'borders of cells': table(cells(3, 3), {
    border: [{ pt: 3, color: 'CC4444' }, { type: 'none' }, { pt: 1, type: 'dash', color: '336699' }, { type: 'none' }],
  }),
  'table over several slides': () =>
    show(slide => slide.addTable(cells(40, 3), { x: 0.5, y: 0.5, w: 9, autoPage: true, autoPageRepeatHeader: true })),
};

const CHARTS = {
  'chart of bars': chart('bar', { barDir: 'bar' }),
  'chart of columns': chart('bar', { barDir: 'col', barGrouping: 'stacked', showValue: true }),
  'chart of lines': chart('line', { lineDataSymbol: 'circle', showCatAxisTitle: true, catAxisTitle: 'Year' }),
  'chart of areas': chart('area', { chartColors: ['4488CC', 'CC8844'], chartColorsOpacity: 50 }),
  'chart of a pie': chart('pie', { showPercent: true }, SALES.slice(0, 1)),
  'chart of a ring': chart('doughnut', { holeSize: 60 }, SALES.slice(0, 1)),
  'chart of a net': chart('radar', { radarStyle: 'filled' }),
  'chart of points': chart('scatter', { lineSize: 0 }, [
    { name: 'X', values: [1, 2, 3, 4] },
    { name: 'Y', values: [3, 1, 4, 2] },
  ]),
  'chart of bubbles': chart('bubble', {}, [
    { name: 'X', values: [1, 2, 3] },
    { name: 'Y', values: [3, 1, 4], sizes: [2, 5, 8] },
  ]),
  'chart in space': chart('bar3D', { bar3DShape: 'cylinder' }),
  'two charts in one': titled((slide, deck) =>
    slide.addChart(
      [
        { type: deck.ChartType.bar, data: SALES.slice(0, 1), options: {} },
        { type: deck.ChartType.line, data: SALES.slice(1), options: {} },
      ],
      BODY,
    ),
  ),
};

const DECKS = {
  'three slides': () => show(...range(3).map(i => slide => slide.addText(`Slide ${i + 1}`, TITLE))),
  'many slides': () => show(...range(25).map(i => slide => slide.addText(`Slide ${i + 1}: ${words(1, i)}`, BODY))),
  notes: titled(slide => slide.addNotes('What the speaker says')),
  'hidden slide': () =>
    show(
      slide => slide.addText('Shown', TITLE),
      slide => Object.assign(slide.addText('Hidden', TITLE), { hidden: true }),
    ),
  background: titled(slide => Object.assign(slide, { background: { color: 'F4ECD8' } })),
  'number of the slide': titled(slide =>
    Object.assign(slide, { slideNumber: { x: 9, y: 5, fontFace: 'Arial', fontSize: 12 } }),
  ),
  master: () => withMaster(),
  'four by three': () => withLayout('LAYOUT_4x3'),
  'own size': () => withLayout({ name: 'tall', width: 5, height: 8 }),
  sections: () => {
    const deck = show();
    for (const title of ['One', 'Two']) {
      deck.addSection({ title });
      deck.addSlide({ sectionTitle: title }).addText(title, TITLE);
    }
    return deck;
  },
};

function withMaster() {
  const deck = show();
  deck.defineSlideMaster({
    title: 'OWN',
    background: { color: 'EEF3F8' },
    objects: [
      { rect: { x: 0, y: 5.2, w: '100%', h: 0.4, fill: { color: '336699' } } },
      { text: { text: 'On every slide', options: { x: 0.5, y: 5.2, w: 4, h: 0.4, color: 'FFFFFF', fontSize: 12 } } },
      { placeholder: { options: { name: 'body', type: 'body', x: 1, y: 1, w: 8, h: 3 }, text: 'Empty' } },
    ],
    slideNumber: { x: 9, y: 5.2, color: 'FFFFFF' },
  });
  deck.addSlide({ masterName: 'OWN' }).addText('In the placeholder', { placeholder: 'body' });
  deck.addSlide({ masterName: 'OWN' });
  return deck;
}

function withLayout(layout) {
  const deck = new PptxGenJS();
  if (typeof layout !== 'string') deck.defineLayout(layout);
  deck.layout = layout.name ?? layout;
  deck.addSlide().addText(words(2), { x: 0.5, y: 0.5, w: 4, h: 3 });
  return deck;
}

const pictures = png => ({
  picture: titled(slide => slide.addImage({ data: dataUrl(png()), x: 1, y: 1.5, w: 4, h: 3 })),
  'pictures turned, cut and round': titled(slide => {
    slide.addImage({ data: dataUrl(png(1)), x: 0.5, y: 1.5, w: 2.4, h: 1.8, rotate: 20 });
    slide.addImage({
      data: dataUrl(png(2)),
      x: 3.5,
      y: 1.5,
      w: 2.4,
      h: 1.8,
      sizing: { type: 'crop', x: 0.5, y: 0.3, w: 1.2, h: 0.9 },
    });
    slide.addImage({ data: dataUrl(png()), x: 6.5, y: 1.5, w: 2.4, h: 1.8, rounding: true, transparency: 40 });
  }),
  'picture behind the text': titled(slide => Object.assign(slide, { background: { data: dataUrl(png(2)) } })),
});
