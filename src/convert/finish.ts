import type { PdfOptions } from './options.js';
export const needsFinish = (_options: PdfOptions): boolean => false;
export const finish = async (_path: string, _options: PdfOptions): Promise<void> => {};
