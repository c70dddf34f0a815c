/** Names of uploaded files: untrusted, so reduced to a plain name that is safe in headers and is no path. */

/** The last segment, without control, separator and direction characters; 'document' when nothing is left. */
export function safeFileName(name: string | undefined): string {
  const unescaped = (name ?? '').replaceAll('%22', '"'); // as browsers write it (WHATWG HTML, 4.10.21.8)
  const last = unescaped.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '').trim();
  return wellFormed(plain.slice(0, 150)) || 'document';
}

/** An unpaired surrogate would make encodeURIComponent throw. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** 'report.docx' -> 'report.pdf' */
export function pdfName(name: string): string {
  return `${name.replace(/\.[^.]{1,8}$/, '') || 'document'}.pdf`;
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
