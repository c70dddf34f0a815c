/** Attached files (ISO 32000-2, 7.11.4), which are associated with the document as PDF/A-3 requires (ISO 19005-3, 6.8). */
import { createHash } from 'node:crypto';
import {
  arrayOf,
  attachedFiles,
  dateString,
  dict,
  dictWith,
  latin1,
  openPdf,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfString,
  textString,
  UNLIMITED_WORK,
  Update,
  writeNameTree,
} from '../../pdf/index.js';
import { unusedKeys } from '../join/names.js';
import type { Attachment, AttachOperation, PdfDescription } from '../operation-types.js';

export async function attach(pdf: Uint8Array, { files }: AttachOperation): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  const catalog = latest.root as PdfDict;
  const names = latest.getDict(catalog, 'Names') ?? dict({});
  const added = new Map(files.map(file => [file.name, addFile(update, file)] as const));
  const before = attachedFiles(latest).files;
  const kept = before.filter(({ name }) => !added.has(name));
  const replaced = new Set(before.flatMap(({ name, value }) => (added.has(name) ? [numberOf(value)] : [])));
  const tree = new Map<string, PdfObject>([...added].map(([name, ref]) => [latin1(textString(name)), ref]));
  const unusedKey = unusedKeys(tree);
  for (const { key, value } of kept) tree.set(unusedKey(key, 2), value);
  const associated = (latest.getArray(catalog, 'AF')?.items ?? []).filter(item => !replaced.has(numberOf(item)));
  update.replaceInCatalog({
    Names: dictWith(names, { EmbeddedFiles: writeNameTree(tree) }),
    AF: arrayOf([...associated, ...added.values()]),
  });
  return update.appendTo(pdf);
}

const numberOf = (value: PdfObject): number => (value instanceof PdfRef ? value.num : -1);

function addFile(
  update: Update,
  {
    name,
    bytes,
    mediaType = 'application/octet-stream',
    relationship = 'Unspecified',
    description,
    modified,
  }: Attachment,
): PdfRef {
  const date = modified === undefined ? new Date() : new Date(modified);
  const stream = update.addCompressed(
    dict({
      Type: new PdfName('EmbeddedFile'),
      Subtype: new PdfName(mediaType),
      Params: dict({
        Size: bytes.length,
        ModDate: dateString(date),
        CheckSum: new PdfString(createHash('md5').update(bytes).digest(), true, null),
      }),
    }),
    bytes,
  );
  return update.add(
    dict({
      Type: new PdfName('Filespec'),
      F: textString(name),
      UF: textString(name),
      AFRelationship: new PdfName(relationship),
      EF: dict({ F: stream, UF: stream }),
      ...(description !== undefined && { Desc: textString(description) }),
    }),
  );
}

export function describeAttachments(revision: PdfRevision): PdfDescription['attachments'] {
  return attachedFiles(revision).files.map(({ name, size, stream, mediaType, relationship, description }) => {
    const bytes = size ?? (stream ? revision.decode(stream).bytes.length : 0);
    return { name, size: Math.max(0, Math.trunc(bytes)), mediaType, relationship, description };
  });
}
