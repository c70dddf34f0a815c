/** Markdown (CommonMark with the tables, task lists, links and footnotes of GitHub) as a page of HTML. */
import { Marked, type Tokens } from 'marked';
import { DocconvError } from '../../../errors.js';
import { formatNamed } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import { decodeText } from '../detect-text.js';
import type { SourceDocument } from '../document.js';
import { cleanHtml, htmlPage, OF_ONE_PAGE } from './clean-html.js';
import { Footnotes } from './footnotes.js';
import { wholeRows } from './markdown-tables.js';
import { Pictures } from './pictures.js';
import type { Translation } from './translation.js';

/** In points. */
const [FONT_SIZE, SMALLEST_SIZE] = [11, 5];

const STYLE = `
body { font-family: Carlito, Calibri, "Liberation Sans", Arial, sans-serif; font-size: ${FONT_SIZE}pt; line-height: 130% }
h1, h2, h3, h4, h5, h6 { font-family: Carlito, Calibri, "Liberation Sans", Arial, sans-serif; font-weight: bold; color: #1f2937 }
h1 { font-size: 22pt; margin-top: 0; margin-bottom: 8pt }
h2 { font-size: 16pt; margin-top: 16pt; margin-bottom: 6pt }
h3 { font-size: 13pt; margin-top: 12pt; margin-bottom: 4pt }
h4, h5, h6 { font-size: 11pt; margin-top: 10pt; margin-bottom: 4pt }
p { margin-top: 0; margin-bottom: 7pt }
pre, code, kbd, samp { font-family: "Liberation Mono", "DejaVu Sans Mono", monospace; font-size: 9.5pt }
pre { background: #f3f4f6; margin-bottom: 8pt; padding: 6pt }
blockquote { margin-left: 12pt; color: #4b5563; border-left: 2pt solid #d1d5db; padding-left: 8pt }
th, td { text-align: left; margin-bottom: 0 }
th { background: #f3f4f6 }
`;

/** LibreOffice reads borders from attributes only. */
const BORDERED = '<table border="1" bordercolor="#9ca3af" cellpadding="4" cellspacing="0">';

/** Pictures beside the document are not loaded, which is a warning; those in \`data:\` URLs are. */
export function translateMarkdown({ bytes, limits }: SourceDocument, warnings: Warnings): Translation {
  const pictures = new Pictures(limits, warnings);
  const markdown = withoutFrontMatter(decodeText(bytes));
  let title = '';
  const slugs = new Map<string, number>();
  let cellStyle = '';
  const marked = new Marked({ gfm: true, async: false });
  const footnotes = new Footnotes();
  marked.use(footnotes.extension, wholeRows, {
    hooks: { postprocess: html => html.replaceAll('<table>', BORDERED) },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        title ||= text;
        return `<h${depth} id="${slugOf(text, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(table: Tokens.Table) {
        const size = letterSize(table);
        cellStyle = size < FONT_SIZE ? ` style="font-size: ${size}pt"` : '';
        return false; // as usual
      },
      tablecell({ header, align, tokens }: Tokens.TableCell) {
        const name = header ? 'th' : 'td';
        const place = align ? ` align="${align}"` : '';
        return `<${name}${place}${cellStyle}>${this.parser.parseInline(tokens)}</${name}>\n`;
      },
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  const html = withinDepth(() => {
    const text = marked.parse(markdown) as string;
    return text + footnotes.print(tokens => marked.parser(tokens));
  });
  const body = cleanHtml(html, {
    ...OF_ONE_PAGE,
    picture: source => pictures.url(source, () => undefined),
  });
  return { format: formatNamed('html'), bytes: htmlPage(title, STYLE, body) };
}

/** The parser calls itself for each quote and list in another one. */
function withinDepth(parsed: () => string): string {
  try {
    return parsed();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new DocconvError('LIMIT_EXCEEDED.markdown-depth');
    throw thrown;
  }
}

/** In points: the text of an A4 page, and what is around the text of a cell. */
const [TEXT_WIDTH, AROUND] = [480, 8];
/** Of a letter, in em, generously. */
const LETTER = 0.58;
/** LibreOffice breaks words that are longer than a page is wide. */
const LONGEST_WORD = 30;

/** The size in points with which a table fits on a page: LibreOffice makes no column narrower than its words. */
function letterSize({ header, rows }: Tokens.Table): number {
  const longest = header.map((_, column) =>
    [header, ...rows].reduce((length, row) => Math.max(length, longestWord(row[column]!.text)), 0),
  );
  const letters = longest.reduce((sum, length) => sum + length, 0);
  const size = Math.floor((2 * (TEXT_WIDTH - header.length * AROUND)) / (letters * LETTER)) / 2;
  return Math.max(SMALLEST_SIZE, Math.min(FONT_SIZE, size));
}

/** East Asian text has breaks between its letters. */
function longestWord(text: string): number {
  const words = text.replace(/\]\([^()]*\)/g, ' ').split(/[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u);
  return words.reduce((longest, word) => Math.max(longest, Math.min(word.length, LONGEST_WORD)), 0);
}

/** The metadata of static site generators, in YAML before the text. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^\uFEFF?---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,200}---[ \t]*(?:\r?\n|$)/, '');
}

/** As on GitHub, so that a table of contents in the document leads to its headings. */
function slugOf(text: string, used: Map<string, number>): string {
  const plain = text.replace(/<[^<>]*>|[^\p{L}\p{N} _-]/gu, '');
  const slug = plain.trim().toLowerCase().replaceAll(' ', '-');
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}
