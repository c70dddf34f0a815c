/** Encryption of the finished PDF with AES-256 (revision 6, ISO 32000-2, 7.6.4), where LibreOffice would use RC4. */
import type { EncryptOperation, Permission } from '../../operation-types.js';
import type { PdfOptions } from '../../options.js';

/** Arguments for qpdf; none when the options set no password. */
export function encryption({ openPassword, permissionPassword, allow = [] }: PdfOptions): string[] {
  if (openPassword === undefined && permissionPassword === undefined) return [];
  return encryptionArguments({
    ...(openPassword !== undefined && { userPassword: openPassword }),
    ...(permissionPassword !== undefined && { ownerPassword: permissionPassword, allow: withImplied(allow) }),
  });
}

/** To modify is also to assemble, annotate and fill in. */
export function withImplied(allow: readonly Permission[]): Permission[] {
  return [...allow, ...(allow.includes('modify') ? (['assemble', 'annotate', 'fill'] as const) : [])];
}

export function encryptionArguments({
  userPassword = '',
  ownerPassword,
  allow,
}: Omit<EncryptOperation, 'kind'>): string[] {
  return [
    '--encrypt',
    `--user-password=${userPassword}`,
    `--owner-password=${ownerPassword ?? userPassword}`,
    '--bits=256',
    ...(allow === undefined ? [] : permissionFlags(allow)),
    '--',
  ];
}

/** Only what is named is allowed; accessibility always is (ISO 32000-2, table 22). */
function permissionFlags(allow: readonly Permission[]): string[] {
  const yes = (name: Permission) => (allow.includes(name) ? 'y' : 'n');
  return [
    `--print=${allow.includes('print') ? 'full' : allow.includes('print-low') ? 'low' : 'none'}`,
    `--extract=${yes('copy')}`,
    `--modify-other=${yes('modify')}`,
    `--assemble=${yes('assemble')}`,
    `--annotate=${yes('annotate')}`,
    `--form=${yes('fill')}`,
  ];
}
