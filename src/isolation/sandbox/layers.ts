/** The layers of a sandbox, as messages name them. */
import { changesUser } from './policy.js';
import { NO_CAPABILITIES, type SandboxCapabilities } from './sandbox-capabilities.js';

export interface Layer {
  readonly name: string;
  isUsed(capabilities: SandboxCapabilities): boolean;
  /** What remains without it. */
  readonly without: Partial<SandboxCapabilities>;
}

const NO_BUBBLEWRAP = { files: false, filter: false, noUserNamespaces: false };
const NO_NAMESPACES = { network: false, processes: false, processLimit: false, sizedScratch: false };
const NO_SETPRIV = { unprivileged: false, ordinaryUser: false, parentDeath: false };

/** The likeliest reasons first. */
const LAYERS: readonly Layer[] = [
  { name: 'Landlock', isUsed: ({ files, landlock }) => landlock && !files, without: { landlock: false } },
  {
    name: 'seccomp',
    isUsed: ({ files, filter, seccomp }) => (files ? filter : seccomp),
    without: { filter: false, seccomp: false },
  },
  // in its place Landlock would deny the same files
  { name: 'bubblewrap', isUsed: ({ files }) => files, without: { ...NO_BUBBLEWRAP, landlock: false } },
  {
    name: 'unshare',
    isUsed: ({ files, network, processes }) => !files && (network || processes),
    without: NO_NAMESPACES,
  },
  { name: 'the change of the user', isUsed: changesUser, without: { ordinaryUser: false } },
  { name: 'prlimit', isUsed: ({ limits }) => limits, without: { limits: false } },
  { name: 'setpriv', isUsed: ({ files, unprivileged }) => !files && unprivileged, without: NO_SETPRIV },
];

/** Milliseconds for all trials together: someone waits for the error. A start takes a tenth of that or less. */
const TRIALS_MS = 10_000;

/** Tries to start the program with these capabilities, for at most so many milliseconds. */
export type TryStart = (capabilities: SandboxCapabilities, withinMs: number) => Promise<boolean>;

/**
 * What keeps a program from starting, as the subject and verb of a sentence; null where it starts meanwhile, or where the
 * trials have no more time: one that did not end shows nothing.
 */
export async function reasonOfStart(
  capabilities: SandboxCapabilities,
  starts: TryStart,
  withinMs = TRIALS_MS,
): Promise<string | null> {
  const until = performance.now() + withinMs;
  const used = LAYERS.filter(layer => layer.isUsed(capabilities));
  const trials: [SandboxCapabilities, string | null][] = [
    [capabilities, null],
    ...used.map(({ name, without }): [SandboxCapabilities, string] => [
      { ...capabilities, ...without },
      `${name} prevents it`,
    ]),
    [NO_CAPABILITIES, `the sandbox prevents it (${used.map(({ name }) => name).join(', ')})`],
  ];
  for (const [tried, reason] of trials) {
    if (await starts(tried, until - performance.now())) return reason;
    if (performance.now() >= until) return null;
  }
  return 'it does not start without the sandbox either';
}
