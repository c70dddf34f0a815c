/** All inputs, by theme. */
import { CONTENT } from './content.js';
import type { CostlyInput } from './input.js';
import { MANY } from './many.js';
import { MESSAGES } from './messages.js';
import { NESTED } from './nested.js';
import { PAGES } from './pages.js';
import { STRUCTURE } from './structure.js';

export const COSTLY: Readonly<Record<string, readonly CostlyInput[]>> = {
  structure: STRUCTURE,
  pages: PAGES,
  content: CONTENT,
  messages: MESSAGES,
  many: MANY,
  nested: NESTED,
};
