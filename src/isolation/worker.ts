/** The child side of a forked worker: greets, converts what it is sent, one batch after the other, and ends hard. */
import { confine } from './landlock.js';
import { type FromWorker, type Hello, PROTOCOL_VERSION, type ToWorker } from './protocol.js';

/** What a worker entry brings: the engine inside the child process. */
export interface EngineSession<Job> {
  version: string | null;
  /** Per job null, or the engine's words of why it failed. Must not throw for a bad document. */
  convert(jobs: Job[]): Promise<(string | null)[]>;
}

/** Runs a worker process until its parent goes away. */
export function serveWorker<Job>(start: (hello: Hello) => Promise<EngineSession<Job>>): void {
  let session: EngineSession<Job>;
  process.on('disconnect', endHard);
  process.on('message', async (message: ToWorker) => {
    try {
      if (message.type === 'hello') {
        session = await greet(message, start);
        send({ type: 'ready', version: session.version });
      } else {
        send({ type: 'converted', failures: await session.convert(message.jobs as Job[]) });
      }
    } catch (error) {
      send({ type: 'unusable', message: error instanceof Error ? error.message : String(error) }, endHard);
    }
  });
}

async function greet<Job>(
  hello: Hello,
  start: (hello: Hello) => Promise<EngineSession<Job>>,
): Promise<EngineSession<Job>> {
  if (hello.version !== PROTOCOL_VERSION) {
    throw new Error(`worker speaks protocol ${PROTOCOL_VERSION}, its parent ${hello.version}: reinstall docconv`);
  }
  if (hello.confinement) await confine(hello.confinement);
  return start(hello);
}

function send(message: FromWorker, then: () => void = () => {}): void {
  process.send?.(message, then);
}

/** LibreOffice's own shutdown may crash or hang, in LOK as in WASM: leave without running any of it. */
function endHard(): void {
  process.kill(process.pid, 'SIGKILL');
}
