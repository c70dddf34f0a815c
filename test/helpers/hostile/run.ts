/** Runs attacks in one combination: the parent is a process of its own, which is replaced when an attack ends or blocks it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { bundle } from '../bundle.js';
import { hasEnded } from '../processes.js';
import { COMBINATIONS, type Combination } from './combinations.js';
import { SECRET } from './scene.js';
import type { SubjectName } from './subjects.js';
import type { Outcome } from './trial.js';

export interface Row extends Outcome {
  /** 'alive', or how the parent ended. */
  readonly parent: string;
}

/** Longer than any attack takes. */
const SILENCE_MS = 60_000;

/** Empty: the attack reached nothing, the parent lives, and the neighbours were served. */
export function problemsOf({ parent, reached, neighbours: [served, all] }: Row): string[] {
  return [
    ...(parent === 'alive' ? [] : [`the parent ${parent}`]),
    ...reached,
    ...(served < all ? [`${all - served} of ${all} neighbours not served`] : []),
  ];
}

type Line = { begins: string } | Outcome;

export async function* runAttacks(
  product: string,
  combination: Combination,
  subject: SubjectName,
  attacks: readonly string[],
): AsyncGenerator<Row> {
  const script = await bundle('test/helpers/hostile/stage.main.ts');
  for (let rest = [...attacks]; rest.length > 0; ) {
    const parent = startParent(combination, [process.execPath, script, product, subject, ...rest]);
    let running: string | null = rest[0]!;
    for await (const line of parent.lines) {
      if ('begins' in line) running = line.begins;
      else {
        running = null;
        rest = rest.slice(1);
        yield { ...line, parent: 'alive' };
      }
    }
    if (running === null) continue;
    rest = rest.slice(1);
    const lost = { outcome: 'none', neighbours: [0, 0], stall: 0, memory: 0 } as const;
    yield { attack: running, ...lost, reached: [], parent: parent.ending() };
  }
}

function startParent(combination: Combination, command: readonly string[]) {
  const [program, ...args] = COMBINATIONS[combination](command);
  const child = spawn(program!, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let ending = 'ended';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk).slice(-2000);
  });
  return { lines: linesOf(child, how => (ending = how)), ending: () => `${ending} ${stderr.trim()}`.slice(0, 500) };
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Ends when the parent has ended; kills it when it prints nothing for a long time. */
async function* linesOf(child: Child, end: (how: string) => void): AsyncGenerator<Line> {
  child.on('exit', (code, signal) => end(`ended with ${signal ?? code}`));
  let timer: NodeJS.Timeout | undefined;
  const extend = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      child.on('exit', () => end('hangs'));
    }, SILENCE_MS);
  };
  extend();
  for await (const line of createInterface({ input: child.stdout })) {
    extend();
    yield JSON.parse(line) as Line;
  }
  clearTimeout(timer);
  if (!hasEnded(child)) await new Promise(resolve => child.once('exit', resolve));
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: '/nonexistent', CANARY: SECRET };
}
