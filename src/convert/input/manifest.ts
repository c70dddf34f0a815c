/**
 * Completes the manifest of an OpenDocument package. A part that it does not name makes LibreOffice take the package for
 * damaged: LibreOfficeKit crashes on it, soffice refuses it (measured with 7.4.7).
 */
import type { Limits } from '../limits.js';
import { appendTo, applyEdits, escapeXml, readPartElements, withoutDeclaration, type XmlPart } from '../xml.js';
import { MANIFEST, readPart } from './detect-package.js';
import { readZip, type ZipEntry } from './zip.js';
import { storedPart, writeZip } from './zip-write.js';

/** `unlisted`: the names that the manifest lacks, with the media type of each. */
export async function completeManifest(
  bytes: Uint8Array,
  unlisted: ReadonlyMap<string, string>,
  limits: Limits,
): Promise<Uint8Array> {
  const entries = readZip(bytes, limits);
  const manifest = readPart(entries, MANIFEST);
  if (!manifest) return bytes;
  const completed = storedPart(MANIFEST, await addEntries(manifest, unlisted, limits));
  return writeZip(entries.map((entry: ZipEntry) => (entry.name === MANIFEST ? completed : entry)));
}

async function addEntries(part: XmlPart, unlisted: ReadonlyMap<string, string>, limits: Limits): Promise<Uint8Array> {
  const [root] = await readPartElements(part, ['manifest'], limits);
  if (!root) return Buffer.from(part.text);
  const rows = [...unlisted].map(
    ([path, type]) =>
      `<d:file-entry xmlns:d="${escapeXml(root.uri)}" d:full-path="${escapeXml(path)}" d:media-type="${escapeXml(type)}"/>`,
  );
  return Buffer.from(withoutDeclaration(applyEdits(part.text, [appendTo(root, rows.join(''))])));
}
