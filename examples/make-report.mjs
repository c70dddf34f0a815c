/**
 * Makes examples/report.docx: a document with everything that a converter has to get right (styles, lists, merged
 * cells, a picture, headers, footers, fields, a footnote). Run `node examples/make-report.mjs`.
 */
import { writeFile } from 'node:fs/promises';
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { drawBanner } from './banner.mjs';

const INK = '1F2933';
const SOFT = '66788A';
const BLUE = '1F5FA8';
const PALE = 'EDF3FA';
const LINE = 'CBD5E0';
/** Twentieths of a point: A4 less its margins. */
const TEXT_WIDTH = 9354;
const MONO = 'Liberation Mono';

/* ---- words ---- */

/** `code` between backticks, *strong* between stars. */
function runs(text, style = {}) {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map(piece => {
    if (piece.startsWith('`')) return new TextRun({ text: piece.slice(1, -1), font: MONO, size: 19, ...style });
    if (piece.startsWith('*')) return new TextRun({ text: piece.slice(1, -1), bold: true, ...style });
    return new TextRun({ text: piece, ...style });
  });
}

const paragraph = (text, ...more) => new Paragraph({ style: 'Body', children: [...runs(text), ...more] });
const heading = (text, level = HeadingLevel.HEADING_1) =>
  new Paragraph({ heading: level, children: [new TextRun(text)] });
const bullet = (text, level = 0) =>
  new Paragraph({ style: 'Item', numbering: { reference: 'bullets', level }, children: runs(text) });
const step = text =>
  new Paragraph({ style: 'Item', numbering: { reference: 'steps', level: 0 }, children: runs(text) });
const caption = text => new Paragraph({ style: 'Legend', children: runs(text) });
const footnote = id => new FootnoteReferenceRun(id);

function code(lines) {
  return lines.map(
    (line, i) =>
      new Paragraph({
        style: 'Code',
        keepLines: true,
        keepNext: i < lines.length - 1,
        spacing: { before: i === 0 ? 120 : 0, after: i === lines.length - 1 ? 160 : 0 },
        children: [new TextRun({ text: line, font: MONO, size: 18 })],
      }),
  );
}

/* ---- tables ---- */

const thin = { style: BorderStyle.SINGLE, size: 4, color: LINE };
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };

function cell(text, { head = false, align = AlignmentType.LEFT, fill, color, bold, ...rest } = {}) {
  const style = { color: head ? 'FFFFFF' : (color ?? INK), ...(head || bold ? { bold: true } : {}) };
  const background = head ? BLUE : fill;
  return new TableCell({
    margins: { top: 70, bottom: 70, left: 120, right: 120 },
    verticalAlign: VerticalAlignTable.CENTER,
    ...(background && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: background } }),
    children: [new Paragraph({ style: 'Cell', alignment: align, children: runs(text, style) })],
    ...rest,
  });
}

function table(widths, rows) {
  const borders = { top: thin, bottom: thin, left: none, right: none, insideHorizontal: thin, insideVertical: none };
  return new Table({
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    borders,
    rows: rows.map(([options, ...children]) => new TableRow({ cantSplit: true, ...options, children })),
  });
}

const RIGHT = { align: AlignmentType.RIGHT };

function enginesTable() {
  const head = { tableHeader: true };
  return table(
    [1500, 3354, 1500, 1500, 1500],
    [
      [
        head,
        cell('Engine', { head: true, rowSpan: 2 }),
        cell('What it is', { head: true, rowSpan: 2 }),
        cell('Measured on two cores', { head: true, columnSpan: 3, align: AlignmentType.CENTER }),
      ],
      [
        head,
        cell('Start', { head: true, ...RIGHT }),
        cell('Small letter', { head: true, ...RIGHT }),
        cell('Memory', { head: true, ...RIGHT }),
      ],
      [
        {},
        cell('*native*'),
        cell('LibreOffice of this system, loaded as a library and kept warm'),
        cell('0.2 s', RIGHT),
        cell('50 ms', RIGHT),
        cell('280 MB', RIGHT),
      ],
      [
        {},
        cell('*soffice*'),
        cell('the same LibreOffice, one process for each call'),
        cell('each time', { color: SOFT, ...RIGHT }),
        cell('1.1 s', RIGHT),
        cell('220 MB', RIGHT),
      ],
      [
        {},
        cell('*wasm*'),
        cell('LibreOffice as WebAssembly, from npm: nothing to install'),
        cell('2.2 s', RIGHT),
        cell('130 ms', RIGHT),
        cell('1.4 GB', RIGHT),
      ],
    ],
  );
}

/** A row's bar is a shaded cell as wide as its value: sharp at any size. */
function bars(rows, most) {
  const label = 1500;
  const room = TEXT_WIDTH - label - 1100;
  return rows
    .map(([name, value, text, color]) => {
      const width = Math.max(60, Math.round((value / most) * room));
      const plain = { top: none, bottom: none, left: none, right: none };
      return new Table({
        width: { size: label + width + 1100, type: WidthType.DXA },
        columnWidths: [label, width, 1100],
        borders: { ...plain, insideHorizontal: none, insideVertical: none },
        rows: [
          new TableRow({
            children: [
              new TableCell({
                borders: plain,
                children: [
                  new Paragraph({
                    style: 'Cell',
                    alignment: AlignmentType.RIGHT,
                    children: runs(name, { color: SOFT, size: 18 }),
                  }),
                ],
                margins: { right: 120, top: 30, bottom: 30 },
              }),
              new TableCell({
                borders: plain,
                shading: { type: ShadingType.CLEAR, color: 'auto', fill: color },
                children: [new Paragraph({ style: 'Cell' })],
              }),
              new TableCell({
                borders: plain,
                children: [new Paragraph({ style: 'Cell', children: runs(text, { bold: true, size: 18 }) })],
                margins: { left: 120, top: 30, bottom: 30 },
              }),
            ],
          }),
        ],
      });
    })
    .flatMap(bar => [bar, new Paragraph({ style: 'Gap' })]);
}

function verdictsTable() {
  const verdict = (word, fill) => cell(word, { fill, color: 'FFFFFF', bold: true, align: AlignmentType.CENTER });
  return table(
    [2000, 4854, 2500],
    [
      [
        { tableHeader: true },
        cell('Verdict', { head: true }),
        cell('What it means', { head: true }),
        cell('Exit code', { head: true, ...RIGHT }),
      ],
      [
        {},
        verdict('VALID', '2F855A'),
        cell(
          'The bytes are the signed ones, the signer is who the certificate says, and somebody you trust vouches for it.',
        ),
        cell('0', RIGHT),
      ],
      [
        {},
        verdict('INDETERMINATE', 'B7791F'),
        cell('Nothing speaks against it, but something is not known: no trust anchor, or no word on revocation.'),
        cell('11, where trust is asked for', RIGHT),
      ],
      [
        {},
        verdict('INVALID', 'C53030'),
        cell('Changed after signing, a broken chain, a revoked key, or an algorithm that is no longer safe.'),
        cell('10', RIGHT),
      ],
    ],
  );
}

/* ---- the pages ---- */

const rule = { style: BorderStyle.SINGLE, size: 6, color: LINE, space: 6 };
const small = (text, more = {}) => new TextRun({ text, color: SOFT, size: 17, ...more });

const header = new Header({
  children: [
    new Paragraph({
      border: { bottom: rule },
      tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
      children: [
        small('docconv', { bold: true, color: BLUE }),
        new TextRun({ children: [new Tab()] }),
        small('An example to convert'),
      ],
    }),
  ],
});

const footer = new Footer({
  children: [
    new Paragraph({
      border: { top: rule },
      tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
      children: [
        small('Made with examples/make-report.mjs'),
        new TextRun({
          children: [new Tab(), 'Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
          color: SOFT,
          size: 17,
        }),
      ],
    }),
  ],
});

const banner = drawBanner();

const body = [
  new Paragraph({ style: 'BigTitle', children: [new TextRun('Documents in, PDF out')] }),
  new Paragraph({
    style: 'Under',
    children: [new TextRun('What docconv does, shown by a document that it converts itself')],
  }),
  new Paragraph({
    alignment: AlignmentType.CENTER,
    spacing: { before: 120, after: 200 },
    children: [
      new ImageRun({
        type: 'png',
        data: banner.png,
        transformation: { width: 623, height: Math.round((623 * banner.height) / banner.width) },
        altText: {
          name: 'Banner',
          title: 'From document to PDF',
          description: 'A document becomes a PDF, and the PDF gets a seal',
        },
      }),
    ],
  }),
  paragraph(
    'docconv is one package for Node: a command line, a library and an HTTP service. It turns office documents into PDF with LibreOffice, and it says of signed PDFs who signed them and whether that holds. It needs no Docker, no Java and no account.',
  ),
  heading('What goes in'),
  bullet('*Text:* Word (`docx`, `doc`), OpenDocument (`odt`), Rich Text, HTML and plain text'),
  bullet('*Tables:* Excel (`xlsx`, `xls`), OpenDocument (`ods`), CSV and TSV'),
  bullet('the separator and the encoding of a CSV are found by looking at it', 1),
  bullet('*Slides and drawings:* PowerPoint (`pptx`, `ppt`), `odp`, `odg`, SVG, PNG and JPEG'),
  paragraph(
    'What a file is, is decided by its bytes. A text file that calls itself `contract.docx` is refused with a sentence that says so, for LibreOffice would print it as it stands.',
  ),
  heading('Three engines, one answer'),
  paragraph('The fastest engine that can convert a document is taken; `--engine` names another one.'),
  enginesTable(),
  caption(
    '*Table 1.* Measured with LibreOffice 7.4 (24.8 in *wasm*) on Debian 12. What one cannot do goes to the next.',
  ),
  heading('Time for one small letter', HeadingLevel.HEADING_2),
  ...bars(
    [
      ['native', 50, '50 ms', BLUE],
      ['wasm', 130, '130 ms', '5B8FCB'],
      ['soffice', 1100, '1.1 s', 'A9BFD8'],
    ],
    1100,
  ),
  heading('What happens to a document'),
  step('It is *recognised* by its bytes; name and `--from` are promises that they have to keep.'),
  step('It is *inspected:* a bomb of zeros, a maze of tables or a picture of ten gigapixels ends here.'),
  step('It is *decrypted* where it has a password, so that no engine ever sees one.'),
  step(
    'A *worker* without network, environment or macros lays it out. A worker that hangs or crashes costs only its own document.',
  ),
  step('The PDF is *finished:* encrypted with AES-256, given a title, put in its place in one move.'),
  heading('Can this signature be trusted?'),
  paragraph(
    '`docconv check` reads every revision of a PDF, each signature and each time stamp, builds the chains of certificates, asks what was revoked and when, and looks at what was changed after signing. It judges by the rules of ETSI',
    footnote(1),
    new TextRun(' and says in plain words why.'),
  ),
  verdictsTable(),
  caption('*Table 2.* What a check can say. Unknown is never counted as valid.'),
  heading('Three ways to ask'),
  heading('At the terminal', HeadingLevel.HEADING_2),
  ...code([
    '$ docconv convert report.docx --pdfa 2b',
    '✓ report.docx → report.pdf (native, 0.3 s)',
    '$ docconv check contract.pdf --trust company-ca.pem',
  ]),
  heading('From a program', HeadingLevel.HEADING_2),
  ...code([
    "import { check, convert } from 'docconv';",
    "const { pdf, engine } = await convert('report.docx', { pdf: { pdfa: '2b' } });",
    "const { valid } = await check('contract.pdf');",
  ]),
  heading('Over HTTP', HeadingLevel.HEADING_2),
  ...code([
    '$ docconv serve',
    '$ curl -H "Authorization: Bearer $KEY" -F file=@report.docx \\',
    "       'http://127.0.0.1:8080/v1/convert?from=docx' -o report.pdf",
  ]),
  paragraph(
    'This page was laid out by the engine that you are trying. Letters, lines and page numbers should be the same with all three; where they are not, a font is missing, and `docconv doctor` names it.',
  ),
];

const style = (id, paragraph, run, basedOn = 'Normal') => ({
  id,
  name: id,
  basedOn,
  next: id,
  quickFormat: true,
  paragraph,
  run,
});

const report = new Document({
  title: 'Documents in, PDF out',
  subject: 'What docconv does',
  creator: 'docconv',
  lastModifiedBy: 'docconv',
  description: 'An example document for docconv convert',
  keywords: 'docconv, example',
  features: { updateFields: false },
  footnotes: {
    1: {
      children: [
        new Paragraph({
          style: 'Note',
          children: runs(
            ' ETSI EN 319 102-1, “Procedures for Creation and Validation of AdES Digital Signatures”; the signatures themselves are PAdES, ETSI EN 319 142-1.',
          ),
        }),
      ],
    },
  },
  styles: {
    default: {
      document: { run: { font: 'Calibri', size: 21, color: INK, language: { value: 'en-US' } } },
      heading1: {
        run: { font: 'Calibri', size: 30, bold: true, color: BLUE },
        paragraph: { spacing: { before: 300, after: 100 }, keepNext: true },
      },
      heading2: {
        run: { font: 'Calibri', size: 23, bold: true, color: INK },
        paragraph: { spacing: { before: 200, after: 100 }, keepNext: true },
      },
    },
    paragraphStyles: [
      style('BigTitle', { spacing: { before: 0, after: 40 } }, { size: 56, bold: true, color: INK }),
      style('Under', { spacing: { after: 80 } }, { size: 25, color: SOFT }),
      style('Body', { spacing: { before: 60, after: 120, line: 276 } }, {}),
      style('Item', { spacing: { after: 50, line: 264 } }, {}),
      style('Cell', { spacing: { before: 0, after: 0 } }, { size: 20 }),
      style('Legend', { spacing: { before: 80, after: 160 } }, { size: 18, color: SOFT }),
      style(
        'Code',
        { indent: { left: 120, right: 120 }, shading: { type: ShadingType.CLEAR, color: 'auto', fill: PALE } },
        { font: MONO, size: 18 },
      ),
      style('Note', {}, { size: 17, color: SOFT }),
      style('Gap', { spacing: { before: 0, after: 0, line: 60, lineRule: 'exact' } }, { size: 4 }),
    ],
  },
  numbering: {
    config: [
      {
        reference: 'bullets',
        levels: ['•', '–'].map((text, level) => ({
          level,
          format: LevelFormat.BULLET,
          text,
          alignment: AlignmentType.LEFT,
          style: { paragraph: { indent: { left: 400 + 360 * level, hanging: 260 } }, run: { color: BLUE } },
        })),
      },
      {
        reference: 'steps',
        levels: [
          {
            level: 0,
            format: LevelFormat.DECIMAL,
            text: '%1.',
            alignment: AlignmentType.LEFT,
            style: { paragraph: { indent: { left: 400, hanging: 340 } }, run: { color: BLUE, bold: true } },
          },
        ],
      },
    ],
  },
  sections: [
    {
      properties: {
        page: {
          size: { width: 11906, height: 16838 },
          margin: { top: 1500, bottom: 1300, left: 1276, right: 1276, header: 650, footer: 560 },
        },
      },
      headers: { default: header },
      footers: { default: footer },
      children: body,
    },
  ],
});

await writeFile(new URL('report.docx', import.meta.url), await Packer.toBuffer(report));
