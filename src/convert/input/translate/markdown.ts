/** Markdown (CommonMark with the tables, task lists and links of GitHub) as a page of HTML. */
import { Marked, type Tokens } from 'marked';
import { formatNamed } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import { decodeText } from '../detect-text.js';
import { cleanHtml, htmlPage } from './clean-html.js';
import type { Translation } from './index.js';

const STYLE = `
body { font-family: Carlito, Calibri, "Liberation Sans", Arial, sans-serif; font-size: 11pt; line-height: 130% }
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
export function translateMarkdown(bytes: Uint8Array, warnings: Warnings): Translation {
  const markdown = withoutFrontMatter(decodeText(bytes));
  let title = '';
  const slugs = new Map<string, number>();
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    hooks: { postprocess: html => html.replaceAll('<table>', BORDERED) },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        title ||= text;
        return `<h${depth} id="${slugOf(text, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  const body = cleanHtml(marked.parse(markdown) as string, {
    picture(source) {
      if (/^data:image\//i.test(source)) return source;
      warnings.add('picture_not_loaded', { picture: source.slice(0, MAX_NAME) });
      return null;
    },
    link: target => (/^(?:#|https?:|mailto:|tel:|ftp:)/i.test(target) ? target : null),
    id: id => id,
  });
  return { format: formatNamed('html'), bytes: htmlPage(title, STYLE, body) };
}

const MAX_NAME = 200;

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
