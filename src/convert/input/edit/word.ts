/** Namespaces of WordprocessingML, transitional and strict (ECMA-376-1, annex A). */
export const WORD: readonly string[] = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
];
