export type PdfOptions = Record<string, never>;
