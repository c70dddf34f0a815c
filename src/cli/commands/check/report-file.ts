/** `docconv check --report FILE`: the format is the extension's. */
import { extname } from 'node:path';
import { longReports, type Outcome, toJsonReport } from '../../../report/index.js';
import { packageVersion } from '../../../system/package.js';
import { writeOutput } from '../../output/write-output.js';
import type { Services } from '../../services.js';

/** A report of the same name is replaced. */
export async function writeReport(
  name: string,
  outcomes: readonly Outcome[],
  identityHint: string,
  services: Services,
): Promise<void> {
  const made = { checkedAt: new Date(), version: packageVersion(), identityHint };
  const { toHtml, toMarkdown } = await longReports();
  const render = { '.json': toJsonReport, '.md': toMarkdown }[extname(name).toLowerCase()] ?? toHtml;
  await writeOutput(name, render(outcomes, made), { force: true }, services);
}
