/** Adobe's list (AATL), from a file that the user has: docconv neither contains nor fetches it. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { day, isFuture } from '../../../system/day.js';
import { singleLine } from '../../../text.js';
import { readAnchors } from '../../../trust/index.js';
import { type AatlState, aatlFile, openAatl, readAatl, saveAatl } from '../../../trust/update/index.js';
import type { Context } from '../../context.js';
import { listsFolder, trustRecord } from '../../input/trust.js';

export interface AdobeOptions {
  trust?: string[];
  online?: boolean;
  acceptShrink?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** SHA-256 of 'Adobe Root CA G2', to which the signer of the published list leads. */
const ADOBE_ROOT = '458e0e219698b18d2d4093d6336a12547953a54c05dd967c3a5a268b772d1b22';
const LIST = { name: 'SecuritySettings.xml', maxBytes: 20 * 1024 * 1024 };

/** `bytes`: a PDF. */
export async function importAdobe(bytes: Uint8Array, options: AdobeOptions, context: Context): Promise<void> {
  const { cwd, env, signal } = context;
  const { readCertifiedAttachment } = await import('../../../signatures/index.js');
  const named = await Promise.all((options.trust ?? []).map(place => readAnchors(resolve(cwd, place))));
  const fetcher = options.online && (await import('../../../fetch/index.js')).createFetcher();
  const {
    bytes: xml,
    signed,
    signerName,
  } = await readCertifiedAttachment(bytes, {
    ...LIST,
    anchors: options.trust ? named.flat() : [ADOBE_ROOT],
    signal,
    ...(fetcher && { fetcher }),
  });
  const anchors = await readAatl(xml);
  const facts = { signed, signerName: signerName ?? 'a signer without a name' };
  requireProgress(adobeState(env), { ...facts, certificates: anchors.length }, options);
  print(await saveAatl(listsFolder(env), anchors, facts, trustRecord(env)), options, context);
}

/** A list that shrinks more is refused, as a trusted list is. */
const MIN_SHARE = 0.8;

function requireProgress(
  former: AatlState | null,
  next: Pick<AatlState, 'signed' | 'certificates'>,
  { acceptShrink }: AdobeOptions,
): void {
  if (isFuture(next.signed, new Date())) throw new DocconvError('LIST_INVALID.adobe-future', { day: day(next.signed) });
  if (!former) return;
  if (next.signed < former.signed)
    throw new DocconvError('LIST_INVALID.adobe-rollback', { day: day(next.signed), loaded: day(former.signed) });
  if (!acceptShrink && next.certificates < former.certificates * MIN_SHARE)
    throw new DocconvError('LIST_INVALID.adobe-shrunk', { count: next.certificates, loaded: former.certificates });
}

/** Null: it was not imported, or cannot be read. */
export const adobeState = (env: NodeJS.ProcessEnv): AatlState | null => openedAndClosed(env).state;

function openedAndClosed(env: NodeJS.ProcessEnv) {
  const opened = openAatl(listsFolder(env), trustRecord(env).entries().includes('aatl'));
  opened.anchors?.close();
  return opened;
}

/** Resolves to what was removed. */
export async function removeAdobe({ env }: Context): Promise<string> {
  const { state, note } = openedAndClosed(env);
  if (!state && !note) throw new DocconvError('OPTION_INVALID.adobe-list-not-loaded');
  trustRecord(env).remove('aatl');
  await rm(aatlFile(listsFolder(env)), { recursive: true, force: true });
  return 'the list of Adobe (AATL)';
}

export function adobeLine({ signed, imported, signerName, certificates, restricted }: AatlState): string {
  const columns = [
    `signed ${day(signed)} by ${singleLine(signerName, 80)}`,
    `imported ${day(imported)}`,
    `${certificates} certificates, ${restricted} of them for certain policies`,
  ];
  return columns.join('  ');
}

function print(state: AatlState, { json, quiet }: AdobeOptions, { terminal }: Context): void {
  if (json) terminal.out.write(`${JSON.stringify({ source: 'aatl', ...state })}\n`);
  else if (!quiet) terminal.err.write(`${terminal.color.err.green('✓')} AATL  ${adobeLine(state)}\n`);
}
