/** The file name that an answer suggests. */
import { fittingPath } from '../../system/files/long-names.js';

/** 'report.pdf' for 'report.docx' and 'pdf' */
export function outputName(name: string, extension: string): string {
  return fittingPath(name.replace(/\.[^.]{1,8}$/, '') || 'document', `.${extension}`);
}

/** Content-Disposition (RFC 6266): an ASCII name for old clients and the original name for all others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
