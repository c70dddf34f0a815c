/** What `docconv check` prints: a block or a line of JSON per file, a summary, the reports. */
import { extname } from 'node:path';
import { packageVersion } from '../package.js';
import {
  type Outcome,
  type Palette,
  plain,
  summarize,
  toHtml,
  toJsonLine,
  toJsonReport,
  toMarkdown,
  toText,
} from '../report/index.js';
import type { CheckPlan } from './check-plan.js';
import type { Services } from './services.js';

export interface Printer {
  print(outcome: Outcome): void;
  /** The summary of a batch, and the reports. */
  end(outcomes: readonly Outcome[]): Promise<void>;
}

export function createPrinter(plan: CheckPlan, services: Services): Printer {
  const { terminal } = services;
  let printed = 0;
  return {
    print(outcome) {
      if (plan.format === 'json') terminal.out.write(`${toJsonLine(outcome)}\n`);
      else if ('error' in outcome) printError(outcome, services);
      else if (plan.format === 'text')
        terminal.out.write((printed++ ? '\n' : '') + toText(outcome, textSettings(plan, services)));
    },
    async end(outcomes) {
      if (plan.format === 'text' && outcomes.length > 1) terminal.err.write(`\n${summarize(outcomes)}\n`);
      for (const name of plan.reports) await writeReport(name, outcomes, plan, services);
    },
  };
}

function printError({ file, error }: Extract<Outcome, { error: unknown }>, { terminal }: Services): void {
  const { red, dim } = terminal.color.err;
  const line = `${plain(file, 4096)}: ${plain(error.message, 1000)}`;
  terminal.err.write(`${red('✗')} ${line} ${dim(`[${error.code}]`)}\n`);
}

function textSettings({ verbose }: CheckPlan, { terminal }: Services) {
  const { green, red, yellow, bold, dim } = terminal.color.out;
  const palette: Palette = {
    good: text => green(text),
    bad: text => red(text),
    unsure: text => yellow(text),
    neutral: text => text,
    strong: text => bold(text),
    faint: text => dim(text),
  };
  return { palette, verbose, columns: terminal.outIsTerminal ? terminal.columns : Number.POSITIVE_INFINITY };
}

async function writeReport(
  name: string,
  outcomes: readonly Outcome[],
  plan: CheckPlan,
  services: Services,
): Promise<void> {
  const { writeOutput } = await import('./write-output.js');
  const settings = { checkedAt: new Date(), version: packageVersion() };
  const kind = extname(name).toLowerCase();
  const page =
    kind === '.json'
      ? toJsonReport(outcomes)
      : kind === '.md'
        ? toMarkdown(outcomes, settings)
        : toHtml(outcomes, settings);
  await writeOutput(name, page, { force: true }, services);
  if (plan.format === 'text') services.terminal.err.write(`Report: ${name}\n`);
}
