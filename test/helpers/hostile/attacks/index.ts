/** Attacks by name. */
import type { Attack } from '../attack.js';
import { EXIT_ATTACKS } from './exits.js';
import { FILE_ATTACKS } from './files.js';
import { INDIRECT_ATTACKS } from './indirect.js';
import { KERNEL_ATTACKS } from './kernel.js';
import { KERNEL_MEMORY_ATTACKS } from './kernel-memory.js';
import { MEMORY_ATTACKS } from './memory.js';
import { NEIGHBOURHOOD_ATTACKS } from './neighbourhood.js';
import { PROCESS_ATTACKS } from './processes.js';
import { PROTOCOL_ATTACKS } from './protocol.js';
import { SOCKET_ATTACKS } from './sockets.js';
import { TIME_ATTACKS } from './time.js';
import { UNSEEN_ATTACKS } from './unseen.js';

/** Attacks that send something, and do nothing else. */
export const MESSAGES: readonly string[] = Object.keys(PROTOCOL_ATTACKS).filter(name =>
  /^(?:send|state|report)s /.test(name),
);

export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...FILE_ATTACKS,
  ...PROCESS_ATTACKS,
  ...MEMORY_ATTACKS,
  ...KERNEL_MEMORY_ATTACKS,
  ...UNSEEN_ATTACKS,
  ...TIME_ATTACKS,
  ...INDIRECT_ATTACKS,
  ...NEIGHBOURHOOD_ATTACKS,
  ...SOCKET_ATTACKS,
  ...KERNEL_ATTACKS,
  ...EXIT_ATTACKS,
  ...PROTOCOL_ATTACKS,
};
