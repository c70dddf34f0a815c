/**
 * What LibreOffice has read as a page of HTML it writes as a text of a type of its own, with headings that are paragraphs of a
 * style: here it becomes an OpenDocument text (ODF 1.3 part 3, 5.1.2).
 */
import { attributeOf, type XmlElement } from '../../system/xml.js';
import { formatNamed } from '../formats.js';
import { SourceDocument } from '../input/document.js';
import { EditableDocument } from '../input/edit/document.js';
import { readZip, unpack, type ZipEntry } from '../input/zip.js';
import { storedPart, writeZip } from '../input/zip-write.js';
import type { Limits } from '../limits.js';
import type { Edit } from '../xml.js';

const WEB = 'application/vnd.oasis.opendocument.text-web';
const TYPED = ['mimetype', 'META-INF/manifest.xml'];

/** The same bytes where it is no such text. */
export async function withoutWeb(bytes: Uint8Array, limits: Limits): Promise<Uint8Array> {
  const entries = readZip(bytes, limits);
  const textOf = (entry: ZipEntry) => Buffer.from(unpack(entry)).toString();
  if (!entries.some(entry => entry.name === 'mimetype' && textOf(entry) === WEB)) return bytes;
  const format = formatNamed('odt');
  const renamed = entries.map(entry =>
    TYPED.includes(entry.name)
      ? storedPart(entry.name, Buffer.from(textOf(entry).replaceAll(WEB, format.mediaType)))
      : entry,
  );
  const document = new EditableDocument(new SourceDocument(writeZip(renamed), limits), format);
  const part = document.openPart('content');
  const elements = await document.elements(part, ['style', 'p']);
  const levels = levelsOf(elements.filter(({ local }) => local === 'style'));
  const paragraphs = elements.filter(({ local }) => local === 'p');
  document.change(
    part,
    paragraphs.flatMap(paragraph => asHeading(paragraph, levels(attributeOf(paragraph, 'style-name') ?? ''))),
  );
  return document.save();
}

/** The level of a style: of one for headings, or of one that is based on it; null for others. */
function levelsOf(styles: readonly XmlElement[]): (style: string) => string | null {
  const parents = new Map(styles.map(each => [attributeOf(each, 'name'), attributeOf(each, 'parent-style-name')]));
  return style => /^Heading_20_([1-9])$/.exec(parents.get(style) ?? style)?.[1] ?? null;
}

/** Only the names in the tags change: what is in it may change as well. */
function asHeading({ name, start, contentEnd, end }: XmlElement, level: string | null): Edit[] {
  if (level === null) return [];
  const prefix = name.slice(0, -'p'.length);
  const heading = `${prefix}h`;
  const opening = {
    from: start + 1,
    to: start + 1 + name.length,
    text: `${heading} ${prefix}outline-level="${level}"`,
  };
  return contentEnd === end ? [opening] : [opening, { from: contentEnd, to: end, text: `</${heading}>` }];
}
