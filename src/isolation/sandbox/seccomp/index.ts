/** Filters of system calls for worker processes. */

export type { Architecture } from './calls.js';
export { hasFilter, seccompFilter } from './filter.js';
export type { FilterPolicy } from './policy.js';
export { ALWAYS_DENIED } from './rules.js';
