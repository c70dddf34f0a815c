/** A result for people or machines. Pure: results in, text out. */
export { type Checked, type Outcome, summarize, type Unreadable, type Verdict, verdictOf } from './checked.js';
export { toJsonLine, toJsonReport } from './json.js';
export { plain } from './plain.js';
export type { ReportSettings } from './sections.js';
export type { SideBySide } from './sides.js';
export { type Palette, type TextSettings, toText } from './text.js';

/** The long reports, loaded when asked for: most checks print a few lines. */
export const longReports = async () => ({
  toHtml: (await import('./html.js')).toHtml,
  toMarkdown: (await import('./markdown.js')).toMarkdown,
});
