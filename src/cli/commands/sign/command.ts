/** `docconv sign`: appends a signature to PDFs. */
import { type Command, Option } from 'commander';
import { DocconvError } from '../../../errors.js';
import {
  BASELINE_LEVELS,
  type BaselineLevel,
  requireUsable,
  type Signed,
  type Signer,
  type SignOptions,
  signToLevel,
} from '../../../sign/index.js';
import { singleLine } from '../../../text.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addAuthorityOptions, levelSettings } from './authority.js';
import { addBatch, type BatchOptions, type Made } from './batch.js';
import { addDocumentOptions, type DocumentOptions, signOptionsOfDocument } from './document-options.js';
import { addKeyOptions, type KeyOptions, openSigner } from './key.js';

interface SignCommandOptions extends DocumentOptions, KeyOptions, AuthorityOptions, BatchOptions {
  level?: BaselineLevel;
  allowLowerLevel?: boolean;
  reason?: string;
  location?: string;
  name?: string;
  contact?: string;
  field?: string;
}

export function define(command: Command, context: Context): void {
  command.argument('<files...>', "PDFs to sign: files, folders, glob patterns, URLs, or '-' for stdin");
  addKeyOptions(command);
  command
    .option('--reason <text>', 'reason for signing')
    .option('--location <text>', 'place of signing')
    .option('--name <text>', 'name of the signer (default: from the certificate)')
    .option('--contact <text>', 'contact information of the signer')
    .option('--field <name>', 'name of an empty signature field (default: a new invisible field)');
  addDocumentOptions(command);
  command
    .addOption(new Option('--level <level>', 'baseline level (PAdES) to reach (default: B)').choices(BASELINE_LEVELS))
    .option('--allow-lower-level', 'also write the file where only a lower level is reached');
  addAuthorityOptions(command);
  addBatch(command, '.signed', context, async (options: SignCommandOptions, count) => {
    const settings = { ...signOptionsOf(options), ...(await signOptionsOfDocument(options, context)) };
    const levels = await levelOptions(options, context);
    const signer = await openUsable(options, context, count);
    return {
      async make(source, opening) {
        return madeBy(signer, await signToLevel(source, signer, { ...settings, ...levels, ...opening }), options);
      },
      close: async () => signer.close?.(),
    };
  });
  examples(command, [
    [
      'docconv sign contract.pdf --p12 anna.p12 --reason "I agree"',
      'create contract.signed.pdf; prompts for the password',
    ],
    ['docconv sign contract.pdf --self-signed "Anna Example"', 'try it without a certificate of your own'],
    [
      'docconv sign contract.pdf --pkcs11 /usr/lib/opensc-pkcs11.so --pin-file pin.txt',
      'sign with the key in a smart card',
    ],
    ['docconv sign contract.signed.pdf --p12 bob.p12 -o both.pdf', 'add a second signature'],
    [
      'docconv sign *.pdf --p12 anna.p12 --level LTA --tsa https://tsa.example.org -o signed',
      'sign many files, for decades, into a folder',
    ],
  ]);
}

/** A key that cannot sign is refused once, and not for each file. */
async function openUsable(options: SignCommandOptions, context: Context, count: number): Promise<Signer> {
  const signer = await openSigner(options, context, count);
  try {
    requireUsable(signer, new Date());
    return signer;
  } catch (error) {
    await signer.close?.();
    throw error;
  }
}

/** Level B needs neither the network nor trust. */
async function levelOptions(options: SignCommandOptions, context: Context): Promise<SignOptions> {
  const { level, allowLowerLevel = false } = options;
  if (level === undefined || level === 'B') {
    if (Object.keys(options).some(name => name.startsWith('tsa'))) throw new DocconvError('USAGE.tsa-without-level');
    return { signal: context.signal };
  }
  return { ...(await levelSettings(level, options, context)), level, allowLowerLevel };
}

function signOptionsOf(options: SignCommandOptions): SignOptions {
  const entries = (['reason', 'location', 'name', 'contact', 'field'] as const).flatMap(key =>
    options[key] ? [[key, options[key]]] : [],
  );
  return Object.fromEntries(entries);
}

function madeBy(
  { certificate }: Signer,
  { pdf, level, reason, fault }: Signed,
  { selfSigned }: SignCommandOptions,
): Made {
  const signer = certificate.subject.commonName ?? certificate.subject.text;
  return {
    pdf,
    json: {
      signer,
      certificate: certificate.sha256,
      level,
      ...(reason !== null && { reason }),
      ...(fault !== null && { fault }),
    },
    note: `signed by ${singleLine(signer)}${level === 'B' ? '' : `, level ${level}`}`,
    hints: [
      ...(reason === null ? [] : [`Only the level ${level} was reached: ${singleLine(reason, 1000)}`]),
      ...(selfSigned ? ['The certificate is self-signed: this signature does not prove the name.'] : []),
    ],
  };
}
