/** What the readers of doc, xls and ppt files have in common. */

/** Gets streams by their names; null where there is none. */
export type StreamReader = (name: string) => Buffer | null;

/** UTF-16 up to the first zero, at most `length` bytes. */
export function utf16(bytes: Buffer, from: number, length: number): string {
  return bytes.toString('utf16le', from, from + length).split('\0')[0]!;
}
