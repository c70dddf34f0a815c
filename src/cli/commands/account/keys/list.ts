/** `docconv keys list`, and the line for a key. */
import type { KeyInfo } from '../../../../keys/index.js';
import { singleLine } from '../../../../text.js';
import type { AccountOptions } from '../../../command.js';
import type { Context } from '../../../context.js';
import { openKeyClient } from '../key-client.js';

export async function list(
  { json, server, all = false }: AccountOptions & { all?: boolean },
  context: Context,
): Promise<void> {
  const client = await openKeyClient(server, 'required', context);
  const keys = await client.list(all).finally(() => client.close());
  const { out, err } = context.terminal;
  for (const key of keys) out.write(`${json ? JSON.stringify(key) : rowOf(key)}\n`);
  if (keys.length === 0) err.write('There are no API keys. Run docconv register to get one.\n');
}

export function rowOf(key: KeyInfo): string {
  const { id, email, createdAt } = key;
  return [id, dayOf(createdAt), stateOf(key).padEnd(18), singleLine(email), ...details(key)].join('  ');
}

export function isActive({ revokedAt, expiresAt }: KeyInfo): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function stateOf(key: KeyInfo): string {
  if (key.revokedAt !== null) return `revoked ${dayOf(key.revokedAt)}`;
  return isActive(key) ? 'active' : `expired ${dayOf(key.expiresAt ?? '')}`;
}

function details(key: KeyInfo): string[] {
  const { name, admin, sign, expiresAt, lastUsedAt, formerUntil } = key;
  const until = (time: string | null) => (isActive(key) && time !== null ? dayOf(time) : null);
  return [
    name === null ? null : `"${singleLine(name)}"`,
    admin ? 'admin' : null,
    sign ? 'may sign' : null,
    lastUsedAt && `used ${dayOf(lastUsedAt)}`,
    until(expiresAt) && `expires ${until(expiresAt)}`,
    isLater(formerUntil) ? `former secret until ${minuteOf(formerUntil)}` : null,
  ].filter(detail => detail !== null);
}

function isLater(time: string | null): time is string {
  return time !== null && Date.parse(time) > Date.now();
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** "2026-05-01 12:00 UTC". */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
