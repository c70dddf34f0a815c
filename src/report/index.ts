/** Reports of verification results: text, HTML, Markdown, JSON. Pure. */
export { type Checked, type Outcome, summarize, toJsonLine, toJsonReport } from './checked.js';
export { escaped, type Html, html } from './markup.js';
export type { SideBySide } from './page-comparison.js';
export { type Palette, toText } from './text.js';

/** Loaded on demand: most checks print text or JSON. */
export const longReports = async () => ({
  toHtml: (await import('./html.js')).toHtml,
  toMarkdown: (await import('./markdown.js')).toMarkdown,
});
