/** Renders the pages of two PDFs in a thread and compares them. */

export * from './compare-pages.js';
export * from './coverage/compare-coverage.js';
