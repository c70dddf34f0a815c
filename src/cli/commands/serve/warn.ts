/** Warnings for who has started a server. */
import type { Context } from '../../context.js';

export function warn(message: string, { terminal }: Context): void {
  terminal.err.write(`${terminal.color.err.yellow('Warning:')} ${message}\n`);
}
