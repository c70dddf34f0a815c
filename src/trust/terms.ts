/** The words in which results speak of trust. Imports nothing: the page of the service has them too. */

export const TRUST_SOURCES = ['eu', 'aatl', 'file'] as const;

/** 'file': certificates of the user; 'eu': the trusted lists of the European Union; 'aatl': Adobe's list. */
export type TrustSource = (typeof TRUST_SOURCES)[number];

/** As EU DSS names what a certificate is for. */
export const PURPOSE_NAMES = { eSig: 'eSig', eSeal: 'eSeal', web: 'WSA', unknown: 'unknown type' } as const;
type PurposeName = (typeof PURPOSE_NAMES)[keyof typeof PURPOSE_NAMES];

/** The names of EU DSS. */
export type CertificateQualification =
  | `QC for ${Exclude<PurposeName, 'WSA'>} with QSCD`
  | `QC for ${PurposeName}`
  | `Cert for ${PurposeName}`
  | 'N/A';

/** As EU DSS names advanced signatures by what their certificate is for and whether it is qualified. */
export const SIGNATURE_NAMES = {
  eSig: { none: 'AdESig', qualified: 'AdESig-QC', device: 'QESig' },
  eSeal: { none: 'AdESeal', qualified: 'AdESeal-QC', device: 'QESeal' },
  unknown: { none: 'Unknown', qualified: 'Unknown-QC', device: 'Unknown-QC-QSCD' },
} as const;
type AdES = (typeof SIGNATURE_NAMES)[keyof typeof SIGNATURE_NAMES]['none' | 'qualified' | 'device'];

/** The names of EU DSS. */
export type SignatureQualification =
  | AdES
  | `Indeterminate ${AdES}`
  | 'Not AdES but QC with QSCD'
  | 'Not AdES but QC'
  | 'Not AdES'
  | 'N/A';
