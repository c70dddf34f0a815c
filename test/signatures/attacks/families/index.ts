/** Families of changes after signing that no signature permits, each with clean twins. */
import type { Family } from '../attack.js';
import { KINDS_OF_MARKS } from './kinds.js';

export const FAMILIES: readonly Family[] = [KINDS_OF_MARKS];
