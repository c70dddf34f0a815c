/** The filters of the kinds of workers, for the documentation and the tests. */
import type { FilterPolicy } from '../../../src/isolation/sandbox/seccomp/index.js';

/** What each kind of worker needs beside plain files, memory and threads, measured with strace. */
export const WORKER_NEEDS: readonly { worker: string; policy: FilterPolicy; needs: string }[] = [
  {
    worker: 'native',
    policy: { pairs: true },
    needs:
      'pairs of AF_UNIX stream sockets, by which LibreOffice connects the programs that draw EPS pictures; no other socket',
  },
  {
    worker: 'soffice',
    policy: { sockets: true },
    needs:
      'pairs of AF_UNIX stream sockets, by which Node connects the programs that it starts; AF_UNIX stream sockets to bind, listen and accept: LibreOffice ends when it cannot create the pipe for a single instance per profile. Its connect to an earlier instance may fail.',
  },
  {
    worker: 'wasm',
    policy: {},
    needs: 'no socket: files and pipes of WebAssembly are in memory',
  },
  {
    worker: 'verification',
    policy: {},
    needs: 'no socket: the document comes through the pipe of the worker',
  },
  {
    worker: 'verification, online',
    policy: { network: true },
    needs:
      'TCP and UDP over IPv4 and IPv6 to connect, for revocation data and name resolution; no AF_UNIX or AF_NETLINK',
  },
];
