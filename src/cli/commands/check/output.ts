/** Output of `docconv check`: text or JSON per file, a summary, and report files. */
import { extname } from 'node:path';
import { message } from '../../../messages/index.js';
import {
  longReports,
  type Outcome,
  type Palette,
  summarize,
  toJsonLine,
  toJsonReport,
  toText,
} from '../../../report/index.js';
import { packageVersion } from '../../../system/package.js';
import { escapeUnsafe } from '../../../text.js';
import type { Context } from '../../context.js';
import { shownName } from '../../output/display-name.js';
import { printFailure } from '../../output/failure.js';
import { writeOutput } from '../../output/write-output.js';
import type { CheckPlan } from './plan.js';

export interface Printer {
  print(outcome: Outcome): void;
  /** Prints the summary of a batch and writes the reports. */
  end(outcomes: readonly Outcome[]): Promise<void>;
}

export function createPrinter(plan: CheckPlan, context: Context): Printer {
  const { terminal } = context;
  let printed = 0;
  return {
    print(outcome) {
      if (plan.format === 'json') terminal.out.write(`${toJsonLine(outcome)}\n`);
      else if ('error' in outcome) printFailure(outcome.file, outcome.error, terminal);
      else if (plan.format === 'text')
        terminal.out.write((printed++ ? '\n' : '') + toText(named(outcome), textSettings(plan, context)));
    },
    async end(outcomes) {
      if (plan.format === 'text' && outcomes.length > 1) terminal.err.write(`\n${summarize(outcomes)}\n`);
      for (const name of plan.reports) {
        await writeReport(name, outcomes, plan.identityHint, context);
        if (plan.format === 'text') terminal.err.write(`${message('check.report', { name: escapeUnsafe(name) })}\n`);
      }
    },
  };
}

function textSettings({ verbose, identityHint }: CheckPlan, { terminal }: Context) {
  const { green, red, yellow, bold, dim } = terminal.color.out;
  const neutral = (text: string) => text;
  const palette: Palette = { good: green, bad: red, unsure: yellow, neutral, strong: bold, faint: dim };
  return {
    palette,
    verbose,
    identityHint,
    columns: terminal.outIsTerminal ? terminal.columns : Number.POSITIVE_INFINITY,
  };
}

/** For readers; JSON keeps the name that was given. */
const named = <O extends Outcome>(outcome: O): O => ({ ...outcome, file: shownName(outcome.file) });

/** The extension decides on the format. An existing report is replaced. */
async function writeReport(
  name: string,
  outcomes: readonly Outcome[],
  identityHint: string,
  context: Context,
): Promise<void> {
  const made = { checkedAt: new Date(), version: packageVersion(), identityHint };
  const { toHtml, toMarkdown } = await longReports();
  const format = extname(name).toLowerCase();
  const report =
    format === '.json' ? toJsonReport(outcomes) : (format === '.md' ? toMarkdown : toHtml)(outcomes.map(named), made);
  await writeOutput(name, report, { force: true }, context);
}
