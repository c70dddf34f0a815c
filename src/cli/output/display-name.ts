/** How messages name a document that is given as '-'. */
import { escapeUnsafe } from '../../text.js';

/** For a text that is made safe to print later. */
export const shownName = (name: string, direction: 'input' | 'output' = 'input'): string =>
  name === '-' ? `standard ${direction}` : name;

export const displayName = (name: string, direction: 'input' | 'output' = 'input'): string =>
  escapeUnsafe(shownName(name, direction));
