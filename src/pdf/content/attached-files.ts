/** The files that a document embeds (ISO 32000-2, 7.11.4): those of its name tree, and the one that LibreOffice adds. */
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, type PdfObject, PdfStream } from '../syntax/objects.js';
import { nameTree } from './trees.js';

export interface AttachedFile {
  /** In the name tree. */
  readonly key: string;
  readonly value: PdfObject;
  readonly name: string;
  /** Null: it is missing. */
  readonly stream: PdfStream | null;
  readonly mediaType: string | null;
  /** As the document states it. */
  readonly size: number | null;
  readonly relationship: string | null;
  readonly description: string | null;
}

/** The first `max` of them, and how many there are. Nothing is unpacked. */
export function attachedFiles(
  revision: PdfRevision,
  max = Number.POSITIVE_INFINITY,
): { count: number; files: AttachedFile[] } {
  const names = revision.getDict(revision.root, 'Names');
  const entries = nameTree(revision, names?.get('EmbeddedFiles'));
  const files = entries.slice(0, max).map(([key, value]) => ({ key, value, ...specificationOf(revision, value, key) }));
  return { count: entries.length, files };
}

/** A PDF of LibreOffice may have the document that it was made of, which only the trailer names, as pairs of a media type and a stream. */
export const hasOriginal = (revision: PdfRevision): boolean =>
  (revision.getArray(revision.trailer, 'AdditionalStreams')?.items ?? []).length > 0;

function specificationOf(revision: PdfRevision, value: PdfObject, key: string): Omit<AttachedFile, 'key' | 'value'> {
  const resolved = revision.resolve(value);
  const file = resolved instanceof PdfDict ? resolved : null;
  const embedded = revision.getDict(file, 'EF');
  const found = revision.get(embedded, 'UF') ?? revision.get(embedded, 'F');
  const stream = found instanceof PdfStream ? found : null;
  return {
    name: revision.getText(file, 'UF') ?? revision.getText(file, 'F') ?? key,
    stream,
    mediaType: stream && revision.getName(stream, 'Subtype'),
    size: stream && revision.getNumber(revision.getDict(stream.dict, 'Params'), 'Size'),
    relationship: revision.getName(file, 'AFRelationship'),
    description: revision.getText(file, 'Desc'),
  };
}
