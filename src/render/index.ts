/** Renders the pages of two PDFs in a thread and compares them. */
export * from './compare-coverage.js';
export * from './compare-pages.js';
