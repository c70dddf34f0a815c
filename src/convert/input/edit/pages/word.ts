/** The pages of Word documents: every w:sectPr (ECMA-376-1, 17.6.17); the last one, which the body ends with, may be absent. */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import { PAPER } from '../../../paper.js';
import { appendTo } from '../../../xml.js';
import { isWord } from '../word.js';
import type { PageEdit, PageWishes } from './page-edit.js';

export function sections(wishes: PageWishes): PageEdit {
  return {
    elements: ['body', 'sectPr', 'pgSz'],
    edits(elements) {
      const found = elements.filter(isWord);
      const all = found.filter(({ local, parent }) => local === 'sectPr' && parent?.local !== 'sectPrChange');
      const body = found.find(({ local }) => local === 'body');
      const sizes = new Map(found.filter(({ local }) => local === 'pgSz').map(size => [size.parent, size]));
      const edits = all.map(section => {
        const size = sizes.get(section);
        return size
          ? { from: size.start, to: size.end, text: pageSize(wishes, section.uri, size) }
          : appendTo(section, pageSize(wishes, section.uri));
      });
      if (!body) return null;
      if (all.some(({ parent }) => parent === body)) return edits;
      const section = `<w:sectPr xmlns:w="${body.uri}">${pageSize(wishes, body.uri)}</w:sectPr>`;
      return [...edits, appendTo(body, section)];
    },
  };
}

/** w:pgSz (17.6.13); programs take Letter without it. With its own namespace declaration: the prefix in scope may be any. */
function pageSize({ paper, landscape }: PageWishes, uri: string, size?: XmlElement): string {
  const own = [positive(size, 'w') ?? PAPER.letter.twips[0], positive(size, 'h') ?? PAPER.letter.twips[1]] as const;
  const [width, height] = paper ? PAPER[paper].twips : own;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return landscape || own[0] > own[1]
    ? `<w:pgSz xmlns:w="${uri}" w:w="${long}" w:h="${short}" w:orient="landscape"/>`
    : `<w:pgSz xmlns:w="${uri}" w:w="${short}" w:h="${long}"/>`;
}

function positive(size: XmlElement | undefined, name: string): number | null {
  const value = Number(size && attributeOf(size, name));
  return value > 0 && Number.isFinite(value) ? value : null;
}
