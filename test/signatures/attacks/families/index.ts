/** Families of changes after signing that no signature permits, each with clean twins. */
import type { Family } from '../attack.js';
import { CERTIFICATIONS_AND_LOCKS } from './certifications.js';
import { CROSS_REFERENCES } from './crossrefs.js';
import { DEPTH } from './depth.js';
import { ENCODINGS } from './encodings.js';
import { ASSIGNED_VALUES, FIELD_CYCLES } from './fields.js';
import { FILTERS } from './filters.js';
import { KINDS_OF_MARKS } from './kinds.js';
import { PRIVATE_DATA } from './private-data.js';
import { STRUCTURE_TEXTS } from './structure-texts.js';
import { LATE_ANSWERS, LEVELS, MALFORMED_TOKENS } from './times.js';

export const FAMILIES: readonly Family[] = [
  KINDS_OF_MARKS,
  FILTERS,
  DEPTH,
  STRUCTURE_TEXTS,
  ASSIGNED_VALUES,
  FIELD_CYCLES,
  CROSS_REFERENCES,
  LATE_ANSWERS,
  MALFORMED_TOKENS,
  LEVELS,
  CERTIFICATIONS_AND_LOCKS,
  PRIVATE_DATA,
  ENCODINGS,
];
