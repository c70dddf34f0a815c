/**
 * What LibreOffice keeps of a document for the life of its process, and prints later documents with: its fonts, the authors of
 * its changes and comments, and the symbols that it defines for formulas.
 */
export const TRACES = ['fonts', 'authors', 'symbols'] as const;
export type Trace = (typeof TRACES)[number];
