/** `docconv keys create`, `invite` and `log`, on the local key store. */
import { loadConfig } from '../../../../config/index.js';
import { DocconvError } from '../../../../errors.js';
import type { AuditEvent, Keys } from '../../../../keys/index.js';
import { escapeUnsafe } from '../../../../text.js';
import { openKeys as openConfiguredKeys } from '../../../accounts.js';
import type { Context } from '../../../context.js';

export interface CreateOptions {
  name?: string;
  expires?: number;
  admin?: boolean;
  sign?: boolean;
  json?: boolean;
}

export interface InviteOptions {
  withdraw?: boolean;
  json?: boolean;
}

export async function create(
  email: string,
  { name, expires, admin = false, sign = false, json }: CreateOptions,
  context: Context,
): Promise<void> {
  const keys = await openKeys(context);
  const { key: apiKey, id: keyId, ...info } = await keys.createKey({ email, name, days: expires, admin, sign });
  const { out, err } = context.terminal;
  const { createdAt, expiresAt } = info;
  const shown = { apiKey, keyId, email: info.email, name: info.name, admin, sign, createdAt, expiresAt };
  out.write(`${json ? JSON.stringify(shown) : apiKey}\n`);
  const until = expiresAt === null ? 'does not expire' : `expires on ${expiresAt.slice(0, 10)}`;
  const kind = admin ? 'admin key' : 'API key';
  err.write(`This is an ${kind} of ${info.email} (id ${keyId}). It ${until}, and is not shown again.\n`);
}

export async function permitSigning(id: string, { withdraw = false }: { withdraw?: boolean }, context: Context) {
  const keys = await openKeys(context);
  if (!(await keys.permitSigning(id, !withdraw))) throw new DocconvError('USAGE.no-active-key', { id });
  context.terminal.err.write(`The key ${id} may ${withdraw ? 'not ' : ''}sign documents.\n`);
}

export async function invite(
  email: string | undefined,
  { withdraw = false, json }: InviteOptions,
  context: Context,
): Promise<void> {
  const { out, err } = context.terminal;
  const keys = await openKeys(context);
  if (email === undefined) {
    if (withdraw) throw new DocconvError('USAGE.invitation-unnamed');
    for (const each of await keys.invitations())
      out.write(`${json ? JSON.stringify(each) : `${each.email}  until ${each.expiresAt.slice(0, 10)}`}\n`);
  } else if (withdraw) {
    if (!(await keys.withdrawInvitation(email))) throw new DocconvError('USAGE.no-invitation', { email });
    err.write(`Withdrew the invitation of ${email}.\n`);
  } else {
    const invitation = await keys.invite(email);
    if (json) out.write(`${JSON.stringify(invitation)}\n`);
    const until = invitation.expiresAt.slice(0, 10);
    err.write(`${invitation.email} can register once until ${until}: docconv register ${invitation.email}\n`);
    err.write('No mail was sent: tell the person.\n');
  }
}

const SHOWN_EVENTS = 100;

export async function log(
  { last = SHOWN_EVENTS, json }: { last?: number; json?: boolean },
  context: Context,
): Promise<void> {
  const keys = await openKeys(context);
  for (const event of await keys.auditLog(last))
    context.terminal.out.write(`${escapeUnsafe(json ? JSON.stringify(event) : lineOf(event))}\n`);
}

function lineOf({ time, event, email, keyId, client, by, reason, document, level }: AuditEvent): string {
  const what = event.replaceAll('_', ' ').padEnd(20);
  const details = [keyId && `key ${keyId}`, client && `from ${client}`, by && by !== keyId && `by key ${by}`];
  const signed = [document && `document ${document}`, level && `level ${level}`, reason];
  return [
    `${time.slice(0, 19).replace('T', ' ')}Z`,
    what,
    email,
    ...details.filter(Boolean),
    ...signed.filter(Boolean),
  ].join('  ');
}

function openKeys({ env }: Context): Promise<Keys> {
  return openConfiguredKeys(loadConfig({ env }).values, env);
}
