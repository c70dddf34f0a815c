import type { Difference } from './rules/rule.js';

export function appearanceAgrees(_difference: Difference): 'agrees' | 'differs' | 'unclear' {
  return 'agrees';
}
