/** Workers that end, hang or flood in ways that a parent may not expect. */
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import koffi from 'koffi';
import { type Attack, NO_ANSWER, sleep } from '../attack.js';

const ESCAPES = '\x1b]0;owned\x07\x1b[2J\r\n\0\u202e';

export const EXIT_ATTACKS: Record<string, Attack> = {
  'ends with code 0 without an answer': () => process.exit(0),
  'is killed': () => process.kill(process.pid, 'SIGKILL'),
  'crashes by a null pointer': () => koffi.decode(8n as never, 'int'),
  'never answers': () => NO_ANSWER,
  'answers after the deadline': async () => sleep(20_000),
  'spins in native code': () => {
    koffi.load(null).func('unsigned int sleep(unsigned int)')(1000);
  },
  'spins in JavaScript': () => {
    for (;;);
  },
  'closes stderr': () => closeSync(2),
  'writes 300 MB to stderr': () => {
    const block = Buffer.alloc(1024 ** 2, 'e');
    for (let i = 0; i < 300; i++) writeAll(2, block);
  },
  'writes escape sequences to stderr and crashes': () => {
    writeAll(2, Buffer.from(ESCAPES.repeat(100)));
    process.kill(process.pid, 'SIGSEGV');
  },
  'ends, while a child keeps stderr open': async ({ scene }) => {
    spawn('sleep', [`300.${scene.id}`], { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
    await sleep(100);
    process.exit(1);
  },
  'answers, and ends at once': ({ link }) => {
    setTimeout(() => process.exit(0), 20);
    void link;
  },
};

function writeAll(descriptor: number, block: Uint8Array): void {
  for (let at = 0; at < block.length; ) {
    try {
      at += writeSync(descriptor, block, at);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
}
