/** `docconv check --report FILE`: the format is the extension's. */
import { extname } from 'node:path';
import { packageVersion } from '../package.js';
import { type Outcome, toHtml, toJsonReport, toMarkdown } from '../report/index.js';
import type { Services } from './services.js';
import { writeOutput } from './write-output.js';

type Render = (outcomes: readonly Outcome[], made: { checkedAt: Date; version: string }) => string;

const RENDER: Readonly<Record<string, Render>> = {
  '.html': toHtml,
  '.htm': toHtml,
  '.md': toMarkdown,
  '.json': toJsonReport,
};

/** A report of the same name is replaced. */
export async function writeReport(name: string, outcomes: readonly Outcome[], services: Services): Promise<void> {
  const render = RENDER[extname(name).toLowerCase()] ?? toHtml;
  const page = render(outcomes, { checkedAt: new Date(), version: packageVersion() });
  await writeOutput(name, page, { force: true }, services);
}
