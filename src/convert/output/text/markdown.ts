/**
 * `--to md`: the page that LibreOffice wrote as Markdown (CommonMark, with tables and footnotes as on GitHub). Pictures
 * become their descriptions.
 */
import { gfm } from '@joplin/turndown-plugin-gfm';
import type { HtmlElement } from '@mixmark-io/domino';
import TurndownService, { type Rule } from 'turndown';
import { withoutTrailingBlanks } from '../../../text.js';
import { type Limits, requireWithin } from '../../limits.js';
import { cleanPage, readPage } from './html.js';

export function toMarkdown(written: Uint8Array, limits: Limits): Uint8Array {
  const document = readPage(written);
  cleanPage(document, () => null);
  const text = converter().turndown(document.body);
  const lines = withoutTrailingBlanks(text).replace(/\n{3,}/g, '\n\n');
  const markdown = Buffer.from(`${lines.trim()}\n`);
  requireWithin(limits, 'outputBytes', markdown.length);
  return markdown;
}

const RULES: Readonly<Record<string, Rule>> = {
  picture: { filter: node => node.localName === 'img', replacement: (_, node) => describe(node) },
  // those of the pages; LibreOffice writes each once
  headerOrFooter: {
    filter: node => node.localName === 'div' && ['header', 'footer'].includes(node.getAttribute('title') ?? ''),
    replacement: () => '',
  },
  // LibreOffice writes a paragraph into each item, which would put empty lines between them
  item: {
    filter: node => node.localName === 'p' && node.parentElement?.localName === 'li' && !node.previousElementSibling,
    replacement: content => content,
  },
  footnoteMark: { filter: node => /^sd(?:foot|end)noteanc$/.test(node.className), replacement: text => `[^${text}]` },
  footnote: { filter: node => /^sd(?:foot|end)notesym$/.test(node.className), replacement: text => `[^${text}]:` },
};

function converter(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    br: '\\',
  });
  service.use(gfm);
  service.remove(['style', 'title']);
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule);
  return service;
}

function describe(picture: HtmlElement): string {
  const text = picture.getAttribute('alt')?.trim();
  return text ? `[Picture: ${text.replace(/\s+/g, ' ')}]` : '[Picture]';
}
