/** Options of `sign` that say what a signature permits afterwards. */
import { type Command, Option } from 'commander';
import { DocconvError } from '../../../errors.js';
import { CERTIFICATIONS, type Certification, type FieldLock, type SignOptions } from '../../../sign/index.js';

export interface DocumentOptions {
  certify?: Certification;
  lock?: string;
}

export function addDocumentOptions(command: Command): void {
  command
    .addOption(
      new Option('--certify <changes>', 'certify the PDF as its first signature; what stays permitted').choices(
        CERTIFICATIONS,
      ),
    )
    .option('--lock <fields>', "fields that nobody can change afterwards: 'all', 'only=A,B' or 'except=A,B'");
}

export function signOptionsOfDocument({ certify, lock }: DocumentOptions): Pick<SignOptions, 'certify' | 'lock'> {
  return { ...(certify && { certify }), ...(lock !== undefined && { lock: parseLock(lock) }) };
}

function parseLock(text: string): FieldLock {
  if (text === 'all') return 'all';
  const [, kind, list] = /^(only|except)=(.+)$/su.exec(text) ?? [];
  const names = (list ?? '').split(',').map(name => name.trim());
  if (names.some(name => name === '')) throw new DocconvError('OPTION_INVALID.lock-value', { value: text });
  return kind === 'only' ? { only: names } : { except: names };
}
