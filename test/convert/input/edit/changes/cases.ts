/** Documents with one tracked change each, and all of them in one document. */

export interface Case {
  readonly name: string;
  readonly xml: string;
  /** The words of both versions; paragraphs are divided by blanks. */
  readonly final: string;
  readonly original: string;
  /** False: LibreOffice does not write it as plain text (formulas, text boxes). */
  readonly isText?: boolean;
}

export const VERSIONS = ['final', 'original'] as const;

/** All of them, each behind a paragraph with its number. */
export function inOne(cases: readonly Case[], paragraph: (text: string) => string): string {
  return [...cases, { xml: '' }].map(({ xml }, i) => paragraph(`[[${i}]]`) + xml).join('');
}

/** The words of each case. */
export function divided(words: string, cases: readonly Case[]): Record<string, string> {
  const parts = words.replace(/[\s•]+/g, ' ').split(/\[\[\d+\]\]/);
  return Object.fromEntries(cases.map(({ name }, i) => [name, (parts[i + 1] ?? '').trim()]));
}

/** The text of markup: paragraphs divided by blanks, hidden runs in brackets, without field codes. */
export function textOf(xml: string): string {
  return xml
    .slice(Math.max(xml.indexOf('<w:body>'), xml.indexOf('<office:text>')))
    .replace(/(<w:vanish\/>.*?<w:t[^>]*>)(.*?)(<\/w:t>)/g, '$1[$2]$3')
    .replace(/<w:instrText>.*?<\/w:instrText>/g, '')
    .replace(/<\/(\w+:p|text:h)>|<w:p\/>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
