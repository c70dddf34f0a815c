/** A program that is started once, and carries out jobs one after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Job {
  readonly action: string;
  readonly source: string;
  readonly target: string;
  readonly field?: string;
  readonly value?: string;
}

/** Carries out a job, or rejects with what the program says. */
export type Program = (job: Job) => Promise<void>;

export interface Running {
  readonly run: Program;
  stop(): void;
}

/** Of one job: a program that hangs is killed. */
export const TIME_LIMIT_MS = 60_000;

export function start(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (data: Buffer) => complaints.push(data));
  child.stdin.on('error', () => undefined); // the answer says that it ended
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run({ action, source, target, field = '', value = '' }) {
      child.stdin.write(`${[action, source, target, field, value.replaceAll('\n', '\\n')].join('\t')}\n`);
      const limit = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
      const { value: answer } = await answers.next();
      clearTimeout(limit);
      if (answer !== 'done') throw new Error(answer ?? `it ended: ${Buffer.concat(complaints)}`);
    },
    stop: () => stop(child),
  };
}

function stop(child: ChildProcess): void {
  child.stdin?.end();
  child.kill();
}
