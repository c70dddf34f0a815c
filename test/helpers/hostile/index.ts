/** Hostile workers: a copy of the package with replaced workers, the attacks, and their outcome in each combination. */
export { ATTACKS, MESSAGES } from './attacks/index.js';
export { COMBINATIONS, type Combination } from './combinations.js';
export { hostileProduct, type Product } from './product.js';
export { problemsOf, type Row, runAttacks } from './run.js';
export type { SubjectName } from './subjects.js';
