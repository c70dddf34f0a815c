/** A result for people or machines. Pure: results in, text out. */
export { type Checked, type Outcome, summarize, type Unreadable, type Verdict, verdictOf } from './checked.js';
export { toHtml } from './html.js';
export { toJsonLine, toJsonReport } from './json.js';
export { toMarkdown } from './markdown.js';
export { plain } from './plain.js';
export type { ReportSettings } from './sections.js';
export { type Palette, type TextSettings, toText } from './text.js';
