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

/* ---- text ---- */

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
        cell('Properties', { head: true, columnSpan: 3, align: AlignmentType.CENTER }),
      ],
      [
        head,
        cell('Start', { head: true, ...RIGHT }),
        cell('Process', { head: true, ...RIGHT }),
        cell('Fonts', { head: true, ...RIGHT }),
      ],
      [
        {},
        cell('*native*'),
        cell('the installed LibreOffice, loaded as a library'),
        cell('fast', RIGHT),
        cell('reused', RIGHT),
        cell('of the system', RIGHT),
      ],
      [
        {},
        cell('*soffice*'),
        cell('the installed LibreOffice, started as a program'),
        cell('each time', { color: SOFT, ...RIGHT }),
        cell('one per call', RIGHT),
        cell('of the system', RIGHT),
      ],
      [
        {},
        cell('*wasm*'),
        cell('LibreOffice as WebAssembly, installed by npm'),
        cell('slow', RIGHT),
        cell('reused', RIGHT),
        cell('its own', RIGHT),
      ],
    ],
  );
}

/** A bar is a shaded table cell whose width is the value: it stays sharp at any zoom. */
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
          'Every signature is intact, every later change is permitted, and every signer is trusted, where trust is required.',
        ),
        cell('0', RIGHT),
      ],
      [
        {},
        verdict('INDETERMINATE', 'B7791F'),
        cell(
          'The signatures are intact, but something could not be determined: no path to a trust anchor, or no revocation data.',
        ),
        cell('11', RIGHT),
      ],
      [
        {},
        verdict('INVALID', 'C53030'),
        cell('Changed after signing without permission, or signed with a revoked certificate or a weak algorithm.'),
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
    children: [new TextRun('An overview of docconv, as an example to convert')],
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
    'docconv is an npm package with a command line, a library and an HTTP service. It converts office documents to PDF with LibreOffice, and it validates the signatures of PDFs. It needs neither Docker nor Java.',
  ),
  heading('Input'),
  bullet('*Text:* Word (`docx`, `doc`), OpenDocument (`odt`), Rich Text, HTML and plain text'),
  bullet('*Tables:* Excel (`xlsx`, `xls`), OpenDocument (`ods`), CSV and TSV'),
  bullet('the separator and the encoding of CSV files are detected', 1),
  bullet('*Slides and drawings:* PowerPoint (`pptx`, `ppt`), `odp`, `odg`, SVG, PNG and JPEG'),
  paragraph(
    'The format is recognised from the bytes of a document. A text file named `contract.docx` is rejected; LibreOffice alone would convert it as plain text.',
  ),
  heading('Three engines'),
  paragraph(
    'docconv uses the first of these engines that is available and can convert the document. `--engine` selects another one.',
  ),
  enginesTable(),
  caption('*Table 1.* The engines in their order of preference. `docconv doctor` shows which of them are available.'),
  heading('Input formats by application', HeadingLevel.HEADING_2),
  ...bars(
    [
      ['Writer', 11, '11', BLUE],
      ['Calc', 9, '9', '5B8FCB'],
      ['Impress', 8, '8', '7FA8D9'],
      ['Draw', 5, '5', 'A9BFD8'],
    ],
    11,
  ),
  heading('Steps of a conversion'),
  step('*Recognise:* the bytes tell the format; the file name and `--from` must agree with them.'),
  step('*Inspect:* documents with too much content, for example decompression bombs, are rejected.'),
  step('*Decrypt:* an encrypted document is decrypted before an engine opens it.'),
  step(
    '*Convert:* LibreOffice runs in a worker process without network and without macros. If it crashes, other documents are not affected.',
  ),
  step('*Finish:* the PDF is encrypted with AES-256 if requested, and renamed to its final name.'),
  heading('Verification of signatures'),
  paragraph(
    '`docconv check` reads every revision of a PDF, its signatures and timestamps, builds certificate paths, evaluates revocation data, and classifies what was changed after signing. The rules are those of ETSI',
    footnote(1),
    new TextRun('.'),
  ),
  verdictsTable(),
  caption('*Table 2.* Verdicts and exit codes of `docconv check`. Whatever cannot be determined is never valid.'),
  heading('Interfaces'),
  heading('Command line', HeadingLevel.HEADING_2),
  ...code([
    '$ docconv convert report.docx --pdfa 2b',
    '✓ report.docx → report.pdf (native, 0.3 s)',
    '$ docconv check contract.pdf --trust company-ca.pem',
  ]),
  heading('Library', HeadingLevel.HEADING_2),
  ...code([
    "import { check, convert } from 'docconv';",
    "const { pdf, engine } = await convert('report.docx', { pdf: { pdfa: '2b' } });",
    "const { valid } = await check('contract.pdf');",
  ]),
  heading('HTTP', HeadingLevel.HEADING_2),
  ...code([
    '$ docconv serve',
    '$ curl -H "Authorization: Bearer $KEY" -F file=@report.docx \\',
    "       'http://127.0.0.1:8080/v1/convert?from=docx' -o report.pdf",
  ]),
  paragraph(
    'Line breaks and page numbers of this document should be the same with every engine. If they differ, a font is missing; `docconv doctor` names it.',
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
  subject: 'An overview of docconv',
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
