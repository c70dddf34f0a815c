/** The layers of a sandbox, as messages name them. */
import { NO_CAPABILITIES, type SandboxCapabilities } from './means.js';
import { changesUser } from './policy.js';

export interface Layer {
  readonly name: string;
  isUsed(means: SandboxCapabilities): boolean;
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

/**
 * What keeps a program from starting, as the subject and verb of a sentence; null where it starts meanwhile.
 *
 * @param starts tries it with these means
 */
export async function reasonOfStart(
  means: SandboxCapabilities,
  starts: (means: SandboxCapabilities) => Promise<boolean>,
): Promise<string | null> {
  if (await starts(means)) return null;
  const used = LAYERS.filter(layer => layer.isUsed(means));
  for (const { name, without } of used) if (await starts({ ...means, ...without })) return `${name} prevents it`;
  if (!(await starts(NO_CAPABILITIES))) return 'it does not start without the sandbox either';
  return `the sandbox prevents it (${used.map(({ name }) => name).join(', ')})`;
}
