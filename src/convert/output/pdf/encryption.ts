/** Encryption of the finished PDF with AES-256 (revision 6, ISO 32000-2, 7.6.4), where LibreOffice would use RC4. */
import type { PdfOptions } from '../../options.js';

/** Arguments for qpdf; none when the options set no password. */
export function encryption({ openPassword = '', permissionPassword, allow }: PdfOptions): string[] {
  if (openPassword === '' && permissionPassword === undefined) return [];
  const owner = permissionPassword ?? openPassword;
  const permissions = permissionPassword === undefined ? [] : permissionFlags(allow ?? []);
  return [
    '--encrypt',
    `--user-password=${openPassword}`,
    `--owner-password=${owner}`,
    '--bits=256',
    ...permissions,
    '--',
  ];
}

/** Only what is named is allowed; accessibility always is (ISO 32000-2, table 22). */
function permissionFlags(allow: NonNullable<PdfOptions['allow']>): string[] {
  const may = (name: (typeof allow)[number]) => allow.includes(name);
  const yes = (name: (typeof allow)[number]) => (may(name) || may('modify') ? 'y' : 'n');
  return [
    `--print=${may('print') ? 'full' : may('print-low') ? 'low' : 'none'}`,
    `--extract=${may('copy') ? 'y' : 'n'}`,
    `--modify-other=${may('modify') ? 'y' : 'n'}`,
    `--assemble=${yes('assemble')}`,
    `--annotate=${yes('annotate')}`,
    `--form=${yes('fill')}`,
  ];
}
