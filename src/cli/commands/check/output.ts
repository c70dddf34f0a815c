/** What `docconv check` prints: a block or a line of JSON per file, a summary, the reports. */
import { type Outcome, type Palette, plain, summarize, toJsonLine, toText } from '../../../report/index.js';
import type { Services } from '../../services.js';
import type { CheckPlan } from './plan.js';

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
      if (plan.reports.length === 0) return;
      const { writeReport } = await import('./report-file.js');
      for (const name of plan.reports) {
        await writeReport(name, outcomes, plan.identityHint, services);
        if (plan.format === 'text') terminal.err.write(`Report: ${name}\n`);
      }
    },
  };
}

function printError({ file, error }: Extract<Outcome, { error: unknown }>, { terminal }: Services): void {
  const { red, dim } = terminal.color.err;
  const message = plain(error.message, 1000);
  const name = plain(file, 4096);
  const line = message.split(/[\s:]/).includes(name) ? message : `${name}: ${message}`;
  terminal.err.write(`${red('✗')} ${line} ${dim(`[${error.code}]`)}\n`);
}

function textSettings({ verbose, identityHint }: CheckPlan, { terminal }: Services) {
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
