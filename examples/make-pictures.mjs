/**
 * Makes the images of the README in docs/images: an order is converted, signed, altered after signing, and checked. Needs
 * a build, poppler's pdftotext and Chromium. Run `node examples/make-pictures.mjs`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import { chromium } from 'playwright-core';
import { withPalette } from './palette.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs', 'images');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ITEMS = [
  ['Desk, oak, 160 x 80 cm', '2', '640.00'],
  ['Chair, grey', '2', '100.00'],
];
const [TOTAL, FORGED] = ['1,480.00', '9,480.00'];

/** The colours that the commands print, as CSS. */
const STYLES = {
  1: 'font-weight:bold',
  2: 'color:#8b949e',
  31: 'color:#ff7b72',
  32: 'color:#56d364',
  33: 'color:#e3b341',
  36: 'color:#76e3ea',
};

const folder = mkdtempSync(join(tmpdir(), 'docconv-pictures-'));
mkdirSync(IMAGES, { recursive: true });
try {
  writeFileSync(join(folder, 'order.docx'), await order());
  docconv('convert order.docx -q');
  docconv('sign order.pdf -q --reason Ordered --self-signed', 'Anna Example');
  writeFileSync(join(folder, 'altered.pdf'), altered(join(folder, 'order.signed.pdf')));
  const commands = ['check order.signed.pdf', 'check altered.pdf'];
  writeFileSync(join(folder, 'terminal.html'), terminalPage(commands.map(line => [line, docconv(line)])));
  docconv('check altered.pdf --report report.html --side-by-side');
  await photograph('terminal.html', 'check.png', { width: 860 });
  await photograph('report.html', 'report.png', { width: 860, height: 900 });
} finally {
  rmSync(folder, { recursive: true });
}

function docconv(line, ...more) {
  const args = [join(ROOT, 'bin', 'docconv.js'), ...line.split(' '), ...more];
  const env = { ...process.env, DOCCONV_HOME: join(folder, 'home'), FORCE_COLOR: '1' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0 && status !== 10) throw new Error(`docconv ${line}: ${stderr}`);
  return stdout;
}

function order() {
  const row = texts =>
    new TableRow({
      children: texts.map(
        (text, i) =>
          new TableCell({
            width: { size: i === 0 ? 5000 : 1700, type: WidthType.DXA },
            margins: { top: 80, bottom: 80, left: 120, right: 120 },
            children: [new Paragraph({ text, alignment: i === 0 ? 'left' : 'right' })],
          }),
      ),
    });
  const sections = [
    {
      properties: { page: { size: { width: 11906, height: 6200 }, margin: { top: 900, bottom: 700 } } },
      children: [
        new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun('Order 2026-0417')] }),
        new Paragraph({
          text: 'Please deliver to Example Street 1, first floor.',
          spacing: { before: 200, after: 300 },
        }),
        new Table({ rows: [['Item', 'Quantity', 'EUR each'], ...ITEMS, ['Total', '', TOTAL]].map(row) }),
        new Paragraph({ text: 'Anna Example, purchasing', spacing: { before: 400 } }),
      ],
    },
  ];
  const styles = { default: { document: { run: { font: 'Liberation Sans', size: 24 } } } };
  return Packer.toBuffer(new Document({ title: 'Order 2026-0417', styles, sections }));
}

/** The signed file with a revision appended that paints another total over the signed one. */
function altered(signed) {
  const pdf = readFileSync(signed);
  const text = pdf.toString('latin1');
  const boxes = execFileSync('pdftotext', ['-bbox', signed, '-'], { encoding: 'utf8' });
  const [, height] = /<page width="[\d.]+" height="([\d.]+)"/.exec(boxes);
  const word = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${TOTAL}<`).exec(boxes);
  const [left, top, right, bottom] = word.slice(1).map(Number);
  const size = Number(/\/Size (\d+)/.exec(text.slice(text.lastIndexOf('trailer')))[1]);
  const [page, entries] = latest(text, /\/Type ?\/Page\b/);
  const [fonts, fontEntries] = latest(text, /^\/F1 \d+ 0 R/);
  const [y, base] = [height - bottom, height - bottom + 2.6];
  const paint = `1 g ${left - 2} ${y} ${right - left + 3} ${bottom - top} re f 0 g BT /Helv 12 Tf ${left} ${base} Td (${FORGED}) Tj ET`;
  const contents = /\/Contents (\d+ 0 R)/.exec(entries)[1];
  return appendRevision(pdf, text, size + 2, {
    [page]: `<<${entries.replace(/\/Contents \d+ 0 R/, `/Contents[${contents} ${size} 0 R]`)}>>`,
    [fonts]: `<<${fontEntries}/Helv ${size + 1} 0 R>>`,
    [size]: `<</Length ${paint.length}>>\nstream\n${paint}\nendstream`,
    [size + 1]: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  });
}

/** Number and entries of the last dictionary that contains the pattern. */
function latest(text, pattern) {
  const dictionaries = text.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj).)*)>>\s*endobj/gs);
  const [, number, entries] = [...dictionaries].filter(([, , entries]) => pattern.test(entries)).at(-1);
  return [number, entries];
}

function appendRevision(pdf, text, size, objects) {
  const pieces = [pdf];
  const sections = [];
  let offset = pdf.length;
  for (const [number, body] of Object.entries(objects)) {
    const piece = Buffer.from(`\n${number} 0 obj\n${body}\nendobj\n`, 'latin1');
    sections.push(`${number} 1\n${String(offset + 1).padStart(10, '0')} 00000 n \n`);
    pieces.push(piece);
    offset += piece.length;
  }
  const [root] = /\/Root \d+ 0 R/.exec(text.slice(text.lastIndexOf('trailer')));
  const [, previous] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text);
  const trailer = `trailer\n<</Size ${size}${root}/Prev ${previous}>>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(`xref\n${sections.join('')}${trailer}`, 'latin1')]);
}

function terminalPage(runs) {
  const lines = runs.map(([line, output]) => `<b>$ docconv ${line}</b>\n${toHtml(output)}`).join('\n\n');
  const style =
    'margin:0;padding:20px 24px;background:#0d1117;color:#e6edf3;font:15px/1.45 "DejaVu Sans Mono",monospace';
  return `<!doctype html><meta charset="utf-8"><body style="margin:0"><pre style='${style};white-space:pre-wrap'>${lines}</pre>`;
}

/** Each escape sequence closes the last span, if any, and opens its own. */
function toHtml(output) {
  const safe = output.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  let open = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of a terminal
  return safe.replace(/\u001b\[(\d+)m/g, (_, code) => {
    if (STYLES[code]) return ++open && `<span style="${STYLES[code]}">`;
    return open > 0 && open-- ? '</span>' : '';
  });
}

/** Without a height: the whole page. */
async function photograph(page, image, { width, height }) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-lcd-text'] });
  try {
    const tab = await browser.newPage({ viewport: { width, height: height ?? 100 } });
    await tab.goto(pathToFileURL(join(folder, page)).href);
    const screenshot = await tab.screenshot({ fullPage: height === undefined });
    writeFileSync(join(IMAGES, image), withPalette(screenshot));
  } finally {
    await browser.close();
  }
}
