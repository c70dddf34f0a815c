/**
 * HTML pages as paper wants them: `<meta http-equiv="refresh">` starts a timer in LibreOffice, which hangs LibreOfficeKit
 * on the page itself or breaks the next document of the same process (measured with 7.4.7).
 */

/** Every http-equiv but the one that names the encoding; the length stays, so that nothing else moves. */
const DIRECTIVE = /http-equiv(?!\s*=\s*["']?\s*content-type)/gi;

export function withoutDirectives(bytes: Uint8Array): Uint8Array {
  const page = Buffer.from(bytes); // a copy: swap16 works in place
  const big = page[0] === 0xfe && page[1] === 0xff;
  const encoding = big || (page[0] === 0xff && page[1] === 0xfe) ? 'utf16le' : 'latin1';
  if (big && page.length % 2 === 0) page.swap16();
  const quiet = Buffer.from(page.toString(encoding).replace(DIRECTIVE, 'data-equiv'), encoding);
  return big && quiet.length % 2 === 0 ? quiet.swap16() : quiet;
}
