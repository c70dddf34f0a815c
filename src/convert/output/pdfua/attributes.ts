/** Attributes of structure elements (ISO 32000-1, 14.7.5), by their owner. */
import {
  arrayOf,
  dict,
  dictWith,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
} from '../../../pdf/index.js';
import type { Tag } from './tags.js';

type Owner = 'Table' | 'Layout';

export function attribute(revision: PdfRevision, tag: Tag, owner: Owner, key: string): PdfObject {
  const own = attributesOf(revision, tag).find(item => isOf(revision, item, owner) && item.has(key));
  return own ? revision.get(own, key) : null;
}

/** Adds or replaces. */
export function addAttributes(
  revision: PdfRevision,
  tag: Tag,
  owner: Owner,
  entries: Readonly<Record<string, PdfObject>>,
): void {
  const before = attributesOf(revision, tag);
  const own = before.find(item => isOf(revision, item, owner)) ?? dict({ O: new PdfName(owner) });
  tag.set('A', arrayOf([...before.filter(item => item !== own), dictWith(own, entries)]));
}

/** Without the numbers of revisions, which LibreOffice does not write. */
function attributesOf(revision: PdfRevision, tag: Tag): PdfDict[] {
  const attributes = revision.resolve(tag.get('A'));
  const items = attributes instanceof PdfArray ? attributes.items : [attributes];
  return items.map(item => revision.resolve(item)).filter(item => item instanceof PdfDict);
}

const isOf = (revision: PdfRevision, attributes: PdfDict, owner: Owner): boolean =>
  revision.getName(attributes, 'O') === owner;
