/** The operations that options of a conversion ask for. */
import { DocconvError } from '../../errors.js';
import { withoutUndefined } from '../../system/collections.js';
import { requireKnownMembers } from '../../system/known-members.js';
import type { EncryptOperation, InnerOperation, Operation, PdfMetadata, SplitOperation } from '../operation-types.js';
import type { PdfOptions } from '../options.js';
import { withImplied } from '../output/pdf/encryption.js';
import { GREY, OPACITY_PERCENT } from '../output/stamp/stamps.js';
import { checkOperations, METADATA } from './check.js';

/** `isPdf`: nothing was done by an engine. In their order of work. Throws OPTION_INVALID. */
export function operationsFrom(options: PdfOptions, further: readonly InnerOperation[], isPdf: boolean): Operation[] {
  const { rotate, rotatePages, flatten, optimize, metadata } = options;
  const given = isPdf ? { title: options.title, author: options.author } : {};
  const values: PdfMetadata = { ...withoutUndefined(given), ...(metadata !== undefined && parseMetadata(metadata)) };
  const operations: (Operation | null)[] = [
    splitOf(options, isPdf),
    isPdf ? watermarkOf(options) : null,
    ...further,
    rotate === undefined
      ? null
      : { kind: 'rotate', angle: Number(rotate) as 90 | 180 | 270, ...withoutUndefined({ pages: rotatePages }) },
    flatten ? { kind: 'flatten' } : null,
    optimize === undefined ? null : { kind: 'optimize', quality: optimize },
    Object.keys(values).length > 0 ? { kind: 'metadata', values } : null,
    facturxOf(options),
    encryptionOf(options),
  ];
  return operations.filter(operation => operation !== null);
}

function splitOf({ split, splitPages, pages }: PdfOptions, isPdf: boolean): SplitOperation | null {
  if (split !== undefined) return { kind: 'split', every: split };
  if (splitPages !== undefined) return { kind: 'split', ranges: splitPages };
  return isPdf && pages !== undefined ? { kind: 'split', ranges: pages, unify: true } : null;
}

function watermarkOf(options: PdfOptions): Operation | null {
  const { watermark: text, watermarkColor: color = GREY, watermarkAngle: angle, watermarkOpacity } = options;
  if (text === undefined) return null;
  const look = { opacity: watermarkOpacity ?? OPACITY_PERCENT, ...(angle !== undefined && { angle }) };
  return { kind: 'stamp', source: { text, color }, ...look };
}

function parseMetadata(json: string): PdfMetadata {
  const values = parseMembers(json);
  checkOperations([{ kind: 'metadata', values }]);
  return values;
}

function parseMembers(json: string): PdfMetadata {
  try {
    const values = JSON.parse(json) as PdfMetadata;
    requireKnownMembers(values, METADATA, 'the metadata');
    return values;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.$/, '');
    throw new DocconvError('OPTION_INVALID.metadata-json', { reason }, { cause, detail: { option: 'metadata' } });
  }
}

function facturxOf({ facturx: xml, facturxLevel: level }: PdfOptions): Operation | null {
  return xml === undefined ? null : { kind: 'facturx', xml: Buffer.from(xml), ...(level && { level }) };
}

function encryptionOf({ openPassword, permissionPassword, allow = [] }: PdfOptions): EncryptOperation | null {
  if (openPassword === undefined && permissionPassword === undefined) return null;
  return {
    kind: 'encrypt',
    ...(openPassword !== undefined && { userPassword: openPassword }),
    ...(permissionPassword !== undefined && { ownerPassword: permissionPassword, allow: withImplied(allow) }),
  };
}
