/**
 * Completes the manifest of an OpenDocument package. A part that it does not name makes LibreOffice take the package for
 * damaged: LibreOfficeKit crashes on it, soffice refuses it.
 */
import { escapeXml } from '../../../text.js';
import { appendTo } from '../../xml.js';
import { MANIFEST } from '../document.js';
import type { DocumentEdit } from './document.js';

export const completeManifest: DocumentEdit = async (document, { unlisted }) => {
  const [root] = await document.elements(MANIFEST, ['manifest']);
  if (!root) return;
  const rows = [...unlisted].map(
    ([path, type]) =>
      `<d:file-entry xmlns:d="${escapeXml(root.uri)}" d:full-path="${escapeXml(path)}" d:media-type="${escapeXml(type)}"/>`,
  );
  document.change(MANIFEST, [appendTo(root, rows.join(''))]);
};
