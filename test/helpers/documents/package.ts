/** Zip packages and XML, the same bytes at every call. */
import { strToU8, type Zippable, zipSync } from 'fflate';

/** `parts` by their names; one that must not be compressed (ODF's mimetype) is named in `stored`. */
export function packageOf(parts: Readonly<Record<string, string | Uint8Array>>, stored = ''): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    files[name] = [typeof content === 'string' ? strToU8(content) : content, { level: name === stored ? 0 : 6 }];
  }
  return zipSync(files, { mtime: new Date(2020, 0, 1) });
}

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
}
