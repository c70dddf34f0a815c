/** Times of a server, for people. */
import { singleLine } from '../../system/text.js';

/** "2026-05-01 12:00:00 UTC". @param time ISO 8601, UTC */
export function secondOf(time: string): string {
  return `${singleLine(time).slice(0, 19).replace('T', ' ')} UTC`;
}
