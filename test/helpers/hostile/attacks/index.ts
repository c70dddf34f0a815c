/** All attacks by name. */
import type { Attack } from '../attack.js';
import { EXIT_ATTACKS } from './exits.js';
import { FILE_ATTACKS } from './files.js';
import { KERNEL_ATTACKS } from './kernel.js';
import { MEMORY_ATTACKS } from './memory.js';
import { PROCESS_ATTACKS } from './processes.js';
import { PROTOCOL_ATTACKS } from './protocol.js';
import { SOCKET_ATTACKS } from './sockets.js';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...FILE_ATTACKS,
  ...PROCESS_ATTACKS,
  ...MEMORY_ATTACKS,
  ...SOCKET_ATTACKS,
  ...KERNEL_ATTACKS,
  ...EXIT_ATTACKS,
  ...PROTOCOL_ATTACKS,
};
