/** HTML of a document reduced to what is printed: no scripts, forms, frames or files beside the document. */
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { escapeXml } from '../../../text.js';
import { withoutInternalSubset } from '../inspect/entities.js';

export interface Sources {
  /** The `data:` URL of a picture; null for one that is not in the document. */
  picture(source: string): string | null;
  /** The target of a link; null for none. */
  link(target: string): string | null;
  /** An identifier that is unique in the page. */
  id(id: string): string;
}

/** Of a document that is one page with its own identifiers: it has no files to which links could lead. */
export const OF_ONE_PAGE: Pick<Sources, 'link' | 'id'> = {
  link: target => (/^(?:#|https?:|mailto:|tel:|ftp:)/i.test(target) ? target : null),
  id: id => id,
};

const TAGS = [
  ...'h1 h2 h3 h4 h5 h6 p div blockquote pre hr br ul ol li dl dt dd table caption thead tbody tfoot tr th td'.split(
    ' ',
  ),
  ...'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var img'.split(' '),
  ...'section article aside header footer figure figcaption details summary center font tt'.split(' '),
];
/** What stands in these is not printed. */
const DROPPED = 'script style title noscript textarea select option template iframe object'.split(' ');
const COMMON = ['id', 'class', 'style', 'align', 'dir', 'lang', 'title'];

export function cleanHtml(html: string, sources: Sources): string {
  const options: IOptions = {
    allowedTags: TAGS,
    nonTextTags: DROPPED,
    allowedAttributes: {
      '*': COMMON,
      a: ['href', 'name'],
      img: ['src', 'alt', 'width', 'height'],
      ol: ['start', 'type'],
      table: ['border', 'cellpadding', 'cellspacing', 'width', 'bordercolor'],
      td: ['colspan', 'rowspan', 'valign'],
      th: ['colspan', 'rowspan', 'valign'],
      font: ['color', 'face', 'size'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
    allowedSchemesByTag: { img: ['data'] },
    parseStyleAttributes: false,
    parser: { recognizeSelfClosing: true },
    // the row of a tag comes first, then that for all tags
    transformTags: {
      '*': (name, attributes) => ({ tagName: name, attribs: withIds(attributes, sources) }),
      a: (name, attributes) => ({ tagName: name, attribs: linkOf(attributes, sources) }),
      del: (_, attributes) => ({ tagName: 's', attribs: attributes }), // LibreOffice does not know it
      img: (_, attributes) => pictureOf(attributes.src ?? '', attributes, sources),
      // the cover of many books is an image in an SVG of the size of the page
      image: (_, attributes) => pictureOf(attributes['xlink:href'] ?? attributes.href ?? '', {}, sources),
    },
  };
  return sanitizeHtml(withoutInternalSubset(html), options);
}

function withIds({ id, name, ...rest }: Attributes, sources: Sources): Attributes {
  return { ...rest, ...(id && { id: sources.id(id) }), ...(name && { name: sources.id(name) }) };
}

function linkOf({ href, ...rest }: Attributes, sources: Sources): Attributes {
  const target = href === undefined ? null : sources.link(href);
  return target === null ? rest : { ...rest, href: target };
}

/** The alternative text stands for a picture that is not in the document. */
function pictureOf(source: string, { width, height, alt = '' }: Attributes, sources: Sources): Tag {
  const src = sources.picture(source);
  if (src === null) return { tagName: 'span', attribs: {}, text: escapeXml(alt) };
  const size = { ...(width && { width }), ...(height && { height }) };
  return { tagName: 'img', attribs: { src, alt, ...size } };
}

/** A page with this body, in UTF-8. `style` is CSS. */
export function htmlPage(title: string, style: string, body: string): Buffer {
  const head = `<meta charset="utf-8"><title>${escapeXml(title)}</title><style>${style.replaceAll('</', '<\\/')}</style>`;
  return Buffer.from(`<!DOCTYPE html>\n<html><head>${head}</head><body>\n${body}\n</body></html>\n`);
}
