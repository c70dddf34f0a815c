/**
 * Numbers of system calls that a filter decides about: [x86_64, aarch64], null where the architecture has no such call.
 * From asm/unistd_64.h and asm-generic/unistd.h; from 424 on all architectures have the same numbers.
 */
import calls from './calls.json' with { type: 'json' };

/** The processor architectures for which a filter can be built, by the name that `process.arch` has for them. */
export const ARCHITECTURES = {
  /** AUDIT_ARCH_X86_64; `column`: in CALLS. */
  x64: { audit: 0xc000003e, column: 0 },
  /** AUDIT_ARCH_AARCH64 */
  arm64: { audit: 0xc00000b7, column: 1 },
} as const;

export type Architecture = keyof typeof ARCHITECTURES;

/**
 * The first call after faccessat2 (Linux 5.8). No program depends on a later one, since older kernels answer ENOSYS;
 * calls that do not exist yet are covered as well, and so are the x32 calls of x86_64 (0x40000000 and above).
 */
export const FIRST_LATER_CALL = 440;

export type CallName = keyof typeof calls;

/** The file of numbers, whose type in TypeScript does not tell how many each list has. */
export const CALLS = calls as unknown as Readonly<Record<CallName, readonly [x64: number, arm64: number | null]>>;
