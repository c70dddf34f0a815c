/** One attack: a hostile document, and honest ones on the same engine and on another. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { processesOf } from '../processes.js';
import { sleep } from './attack.js';
import { documentOf, lootIn, type Scene, SECRET } from './scene.js';
import type { Stage } from './stage.js';
import { type EngineName, type Subject, TIMEOUT_MS } from './subjects.js';

export interface Outcome {
  readonly attack: string;
  /** 'pdf', or the code of the error. */
  readonly outcome: string;
  /** What the attack reached: empty if the isolation is complete. */
  readonly reached: readonly string[];
  /** Documents of others: converted, and all. */
  readonly neighbours: readonly [served: number, all: number];
  /** Milliseconds: the longest stall of the parent's event loop. */
  readonly stall: number;
  /** Bytes by which the parent's memory grew at most. */
  readonly memory: number;
}

/** Whether this process may be in another state than before: other attacks would suffer from it. */
export function isSpent({ outcome, memory }: Outcome): boolean {
  return outcome === 'hangs' || memory > PARENT_MEMORY;
}

const MIB = 1024 ** 2;
const MEMORY_LIMIT = 256 * MIB;
/** More than this after its deadline, a conversion counts as hanging. */
const GRACE_MS = 8_000;
/** Of processor time, after which an idle worker that burns has ended, and in any case on a busy machine. */
const IDLE_SECONDS = 3;
const IDLE_TRIES = 500;
/** What a document left is removed before the end: 100,000 folders in up to a minute and a half on a slow disk. */
const CLOSE_MS = 180_000;
/** Bytes of growth of the parent, which has a document and a PDF of a few bytes. */
const PARENT_MEMORY = 200 * MIB;

export async function runAttack(
  open: (scene: Omit<Scene, 'parent'>) => Promise<Subject>,
  stage: Stage,
  attack: string,
): Promise<Outcome> {
  const planted = stage.scene(attack, MEMORY_LIMIT);
  const subject = await open(planted);
  const scene = { ...planted, parent: subject.pid };
  const neighbours = new Neighbours(subject);
  await neighbours.serve();
  const watched = watchParent(subject);
  const served = neighbours.serveUntilStopped();
  const { outcome, loot } = await hostile(subject, scene);
  await served.stop();
  const burnt = attack.includes('after the answer') ? await secondsOf(scene) : 0;
  const { stall, memory } = watched.stop();
  await neighbours.serve();
  const closed = await within(
    subject.close().then(() => 'closed', String),
    CLOSE_MS,
  );
  await settle(() => stage.damage(scene).length === 0);
  const damage = stage.damage(scene);
  stage.clean(scene);
  const reached = [
    ...loot,
    ...damage,
    ...neighbours.refusals(),
    ...(outcome === 'hangs' ? ['the conversion hangs past its time limit'] : []),
    ...(closed === 'closed' ? [] : [closed ?? 'the converter cannot be closed']),
    ...(burnt > IDLE_SECONDS ? [`an idle worker burnt ${burnt} s of processor time`] : []),
    ...(memory > PARENT_MEMORY ? [`${Math.round(memory / MIB)} MiB of the parent's memory`] : []),
  ];
  return { attack, outcome, reached, neighbours: neighbours.served(), stall, memory };
}

/** Seconds of processor time that the processes of an idle worker use until they have ended; those that are seen. */
async function secondsOf({ id }: Scene): Promise<number> {
  const spent = new Map<number, number>();
  const sum = () => [...spent.values()].reduce((all, seconds) => all + seconds, 0);
  for (let tries = 0; tries < IDLE_TRIES; tries++) {
    const processes = processesOf(id);
    if (processes.length === 0) return sum();
    for (const { pid } of processes) spent.set(pid, Math.max(spent.get(pid) ?? 0, processorTimeOf(pid)));
    await sleep(100);
  }
  return Number.POSITIVE_INFINITY;
}

function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return (user! + system!) / 100;
  } catch {
    return 0; // it has ended
  }
}

async function hostile(subject: Subject, scene: Scene): Promise<{ outcome: string; loot: string[] }> {
  const conversion = subject.convert({ name: 'hostile.txt', bytes: documentOf(scene) }, 'native').then(
    pdf => ({ outcome: 'pdf', loot: lootIn(pdf) }),
    (error: { code?: string; message?: string }) => ({ outcome: error.code ?? String(error), loot: visible(error) }),
  );
  return (await within(conversion, TIMEOUT_MS + GRACE_MS)) ?? { outcome: 'hangs', loot: [] };
}

/** Messages of a worker may reach a terminal or a log. */
function visible(error: { message?: string; detail?: object }): string[] {
  const text = `${error.message ?? ''}${JSON.stringify(error.detail ?? {})}`;
  return [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are searched
    ...(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(error.message ?? '')
      ? ['control characters in the message']
      : []),
    ...(text.length > 4000 ? ['a long message'] : []),
    ...(text.includes(SECRET) ? ['the message contains the secret'] : []),
  ];
}

/** Documents of others, converted before, during and after the attack. */
class Neighbours {
  #all = 0;
  #served = 0;
  readonly #refusals: string[] = [];

  constructor(private readonly subject: Subject) {}

  served(): readonly [number, number] {
    return [this.#served, this.#all];
  }

  /** What those that were not served received. */
  refusals(): string[] {
    return this.#refusals.map(refusal => `a neighbour received ${refusal}`);
  }

  async serve(): Promise<void> {
    await Promise.all(this.subject.engines.map(engine => this.#convert(engine)));
  }

  serveUntilStopped(): { stop(): Promise<void> } {
    let stopped = false;
    const loop = (async () => {
      while (!stopped) {
        await this.serve();
        await sleep(500);
      }
    })();
    return {
      async stop() {
        stopped = true;
        await loop;
      },
    };
  }

  async #convert(engine: EngineName): Promise<void> {
    this.#all++;
    const document = { name: 'neighbour.txt', bytes: Buffer.from(`document of a neighbour ${SECRET}`) };
    const conversion = this.subject.convert(document, engine).then(
      pdf => (Buffer.from(pdf).includes('converted') ? 'served' : 'another PDF'),
      (error: { code?: string }) => error.code ?? String(error),
    );
    const outcome = (await within(conversion, TIMEOUT_MS)) ?? 'late';
    if (outcome === 'served') this.#served++;
    else this.#refusals.push(outcome);
  }
}

/** Samples the memory of the process that is attacked, and measures the stalls of this one's event loop. */
function watchParent(subject: Subject) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const before = subject.memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, subject.memory());
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      delay.disable();
      return { stall: Math.round(delay.max / 1e6), memory: most - before };
    },
  };
}

async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function settle(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 20 && !condition(); i++) await sleep(100);
}
