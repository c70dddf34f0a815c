/** Names of font families. */

/** Letters and digits in lower case: 'Times New Roman' and 'TimesNewRoman' are the same family. */
export function normalized(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
