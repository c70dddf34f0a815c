/** Options of `sign` that say what a signature shows, and what it permits afterwards. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import {
  CERTIFICATIONS,
  type Certification,
  type LayOutText,
  parseLock,
  parsePlace,
  type SignOptions,
  type VisibleSignature,
} from '../../../sign/index.js';
import { readInput } from '../../../system/files/files.js';
import type { Context } from '../../context.js';
import { converterSettings } from '../../converter-settings.js';

export interface DocumentOptions {
  certify?: Certification;
  lock?: string;
  visible?: string;
  visibleText?: string;
  visibleImage?: string;
}

export function addDocumentOptions(command: Command): void {
  command
    .option(
      '--visible <place>',
      "show the signature: 'page=1,rect=X,Y,WIDTH,HEIGHT' in points from the lower left corner of the page as it is shown, with 'page=last' for the last page, or 'field' for the area of --field",
    )
    .option(
      '--visible-text <text>',
      'its text, with {name}, {issuer}, {date}, {reason} and {location}; \\n begins a new line',
    )
    .option('--visible-image <file>', 'its image, PNG or JPEG')
    .addOption(
      new Option('--certify <changes>', 'certify the PDF as its first signature; what stays permitted').choices(
        CERTIFICATIONS,
      ),
    )
    .option('--lock <fields>', "fields that nobody can change afterwards: 'all', 'only=A,B' or 'except=A,B'");
}

export async function signOptionsOfDocument(
  options: DocumentOptions,
  context: Context,
): Promise<Pick<SignOptions, 'certify' | 'lock' | 'visible'>> {
  const { certify, lock } = options;
  const visible = await visibleOf(options, context);
  return {
    ...(certify && { certify }),
    ...(lock !== undefined && { lock: parseLock(lock) }),
    ...(visible && { visible }),
  };
}

async function visibleOf(
  { visible, visibleText: text, visibleImage: image }: DocumentOptions,
  context: Context,
): Promise<VisibleSignature | null> {
  if (visible === undefined) {
    if (text !== undefined || image !== undefined) throw new DocconvError('USAGE.visible-parts');
    return null;
  }
  const { cwd, signal } = context;
  return {
    ...parsePlace(visible),
    ...(text !== undefined && { text: text.replaceAll('\\n', '\n') }),
    ...(image !== undefined && { image: await readInput(resolve(cwd, image), { name: image, kind: 'image', signal }) }),
    layOut: textLayout(context),
  };
}

/** The converter is loaded only for a text, and a text that several files have is laid out once. */
function textLayout({ env }: Context): LayOutText {
  const known = new Map<string, ReturnType<LayOutText>>();
  return (text, widths) => {
    const key = JSON.stringify([text, widths]);
    const laidOut = known.get(key) ?? layOut(text, widths);
    known.set(key, laidOut);
    return laidOut;
  };

  async function layOut(text: string, widths: readonly number[]) {
    const { layOutText } = await import('../../../convert/index.js');
    return layOutText(text, widths, converterSettings(loadConfig({ env }).values, env));
  }
}
