/** The second step to an API key, for `docconv register` at a terminal and for `docconv verify-email`. */
import { DocconvError } from '../../../errors.js';
import { CODE_TRIES, isWellFormedCode } from '../../../keys/index.js';
import type { Context } from '../../context.js';
import { ask } from '../../input/ask.js';
import { savedKeys } from '../../remote.js';
import type { KeyClient, NewKey } from './key-client.js';
import { forgetRegistration } from './pending-registration.js';

export interface KeyOutput {
  save: boolean;
  json?: boolean;
}

/**
 * Asks for the code until `redeem` accepts it. Null for an empty answer. Rejects with CODE_INVALID after as many wrong
 * codes as a code has tries.
 */
export async function redeemTyped(redeem: (code: string) => Promise<NewKey>, context: Context): Promise<NewKey | null> {
  const { err } = context.terminal;
  for (let tries = CODE_TRIES; ; ) {
    const code = await ask({ type: 'input', message: 'Code from the mail:' }, context);
    if (code.trim() === '') return null;
    if (!isWellFormedCode(code)) {
      err.write(`${new DocconvError('CODE_INVALID.not-a-code').message}\n`);
      continue;
    }
    try {
      return await redeem(code);
    } catch (thrown) {
      tries--;
      if (!(thrown instanceof DocconvError) || thrown.code !== 'CODE_INVALID' || tries === 0) throw thrown;
      err.write(`${thrown.message} ${tries === 1 ? 'One try is' : `${tries} tries are`} left.\n`);
    }
  }
}

/** Only the key is written to stdout. It is printed before it is saved: if that fails, the key is not lost. */
export async function deliverKey(
  key: NewKey,
  { server }: KeyClient,
  output: KeyOutput,
  context: Context,
): Promise<void> {
  const { out, err } = context.terminal;
  const { apiKey, keyId, email } = key;
  out.write(output.json ? `${JSON.stringify({ ...key, server })}\n` : `${apiKey}\n`);
  err.write(`This is the API key of ${email} (id ${keyId}). It is not shown again.\n`);
  forgetRegistration(email, context);
  if (!output.save) return;
  const credentials = savedKeys(context);
  await credentials.save({ server, apiKey, keyId, email });
  err.write(`Saved in ${credentials.file} for ${server}.\n`);
}
