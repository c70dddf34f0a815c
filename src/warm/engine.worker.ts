/** The entry file of the engine in the background. */
import { closeSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { WarmEngine } from './engine.js';
import { errorFile } from './folder.js';
import type { EngineParameters } from './start.js';

const CLOSE_ON_EXEC = 0o2000000;

async function main(parameters: EngineParameters): Promise<void> {
  process.umask(0o077);
  try {
    closeInherited();
    const engine = new WarmEngine(parameters);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => engine.end());
    await engine.run();
  } catch (error) {
    writeError(parameters, error as Error);
  }
}

/**
 * A shell or a build tool passes on descriptors, of locks and pipes for example, that must not stay open with the engine.
 * Those of Node itself close on exec.
 */
function closeInherited(): void {
  const inherited = readdirSync('/proc/self/fd').filter(isInherited).map(Number);
  for (const descriptor of inherited) if (descriptor > 2) closeSync(descriptor);
}

function isInherited(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // the descriptor of the list itself
  }
}

function writeError({ socket }: EngineParameters, error: Error): void {
  try {
    writeFileSync(errorFile(socket), `${error.message}\n`);
  } catch {
    // the folder is gone
  }
}

await main(JSON.parse(process.argv[2] ?? ''));
process.exit();
