/** `docconv check --extract N`: saves the revision that signature N covers, byte for byte. */
import { parse } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { message } from '../../../messages/index.js';
import { extractRevision } from '../../../signatures/index.js';
import { escapeUnsafe } from '../../../text.js';
import type { Context } from '../../context.js';
import { openDocument } from '../../input/documents.js';
import type { Input } from '../../input/inputs.js';
import { withPassword } from '../../input/password.js';
import { displayName } from '../../output/display-name.js';
import { isStdout, writeOutput } from '../../output/write-output.js';
import type { CheckPlan, ExtractPlan } from './plan.js';

export async function extract(
  inputs: readonly Input[],
  { number, output, force }: ExtractPlan,
  { password }: CheckPlan,
  context: Context,
): Promise<void> {
  const [input, ...others] = inputs;
  if (!input || others.length > 0) throw new DocconvError('USAGE.extract-one-file');
  const document = await openDocument(input, context);
  const bytes = await withPassword(input.name, password, context, opening =>
    extractRevision(document, number, opening),
  );
  const name = output ?? (input.kind === 'file' ? defaultName(input.path, number) : '-');
  await writeOutput(name, bytes, { force }, context);
  if (isStdout(name)) return;
  const { green, dim } = context.terminal.color.err;
  context.terminal.err.write(
    `${green('✓')} ${displayName(input.name)} → ${escapeUnsafe(name)} ${dim(message('check.extracted', { number }))}\n`,
  );
}

/** 'contract.signature-1.pdf' in the current folder. */
function defaultName(path: string, number: number): string {
  const { name, ext } = parse(path);
  return `${name}.signature-${number}${ext}`;
}
