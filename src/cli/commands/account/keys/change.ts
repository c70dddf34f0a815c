/** `docconv keys rename`, `rotate` and `revoke`. */
import { DocconvError } from '../../../../errors.js';
import { GRACE_HOURS, type KeyInfo } from '../../../../keys/index.js';
import type { AccountOptions } from '../../../command.js';
import type { Context } from '../../../context.js';
import { ask } from '../../../input/ask.js';
import { savedKeys } from '../../../remote.js';
import { type KeyClient, openKeyClient, type RotatedKey } from '../key-client.js';
import { isActive, minuteOf, rowOf } from './list.js';

export async function rename(id: string, name: string, { server }: AccountOptions, context: Context): Promise<void> {
  await withClient(server, context, async client => {
    if (!(await client.rename(id, name))) throw noActiveKey(id);
  });
  context.terminal.err.write(`Renamed the key ${id}.\n`);
}

interface RotateOptions extends AccountOptions {
  grace?: number;
  save: boolean;
}

export async function rotate(
  given: string | undefined,
  { server, grace = GRACE_HOURS.preset, save, json }: RotateOptions,
  context: Context,
): Promise<void> {
  await withClient(server, context, async client => {
    const id = given ?? (await client.currentId()) ?? (await chooseKey('rotate', client, context));
    const rotated = await client.rotate(id, grace);
    if (!rotated) throw noActiveKey(id);
    const { out, err } = context.terminal;
    out.write(`${json ? JSON.stringify(rotated) : rotated.apiKey}\n`);
    err.write(`This is the new API key of ${rotated.email} (id ${id}). It is not shown again.\n`);
    err.write(
      rotated.formerUntil === null
        ? 'The former key is invalid now.\n'
        : `The former key stays valid until ${minuteOf(rotated.formerUntil)}.\n`,
    );
    if (save) await replaceSaved(rotated, client, context);
  });
}

/** Only where the rotated key was saved: the operator also rotates keys of others. */
async function replaceSaved(
  { apiKey, keyId, email }: RotatedKey,
  { server }: KeyClient,
  context: Context,
): Promise<void> {
  const credentials = savedKeys(context);
  if (credentials.get(server)?.keyId !== keyId) return;
  await credentials.save({ server, apiKey, keyId, email });
  context.terminal.err.write(`Saved in ${credentials.file} for ${server}.\n`);
}

export async function revoke(
  given: string | undefined,
  { json, server }: AccountOptions,
  context: Context,
): Promise<void> {
  await withClient(server, context, async client => {
    const id = given ?? (await chooseKey('revoke', client, context));
    if (!(await client.revoke(id))) throw noActiveKey(id);
    if (json) context.terminal.out.write(`${JSON.stringify({ id, revoked: true })}\n`);
    context.terminal.err.write(`Revoked the key ${id}.\n`);
    const credentials = savedKeys(context);
    if (credentials.get(client.server)?.keyId === id) await credentials.remove(client.server);
  });
}

async function withClient(
  server: string | undefined,
  context: Context,
  work: (client: KeyClient) => Promise<void>,
): Promise<void> {
  const client = await openKeyClient(server, 'required', context);
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

async function chooseKey(action: 'revoke' | 'rotate', client: KeyClient, context: Context): Promise<string> {
  if (!context.terminal.interactive) throw new DocconvError('USAGE.key-id-missing', { action });
  const active: KeyInfo[] = (await client.list(false)).filter(isActive);
  if (active.length === 0) throw new DocconvError('USAGE.no-active-keys');
  const choices = active.map(key => ({ name: rowOf(key), value: key.id }));
  return ask({ type: 'select', message: `Which key do you want to ${action}?`, choices }, context);
}

function noActiveKey(id: string): DocconvError {
  return new DocconvError('USAGE.no-active-key', { id });
}
