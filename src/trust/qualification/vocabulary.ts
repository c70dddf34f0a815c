/** Values of trusted lists that the determination reads (ETSI TS 119 612, 5.5), by the last part of their URI. */

const ROOT = 'http://uri.etsi.org/TrstSvc/';

/** The service issues qualified certificates; it issues qualified timestamps. */
export const SERVICE_TYPE = { certificates: 'CA/QC', timestamps: 'TSA/QTST' } as const;

/** What a service issues certificates for (AdditionalServiceInformation). */
export const PURPOSE_OF_SERVICE = {
  eSig: 'ForeSignatures',
  eSeal: 'ForeSeals',
  web: 'ForWebSiteAuthentication',
} as const;

/** Qualifiers that state what a certificate is for. */
export const PURPOSE_OF_CERTIFICATE = { eSig: 'QCForESig', eSeal: 'QCForESeal', web: 'QCForWSA' } as const;

/** All qualifiers of TS 119 612, 5.5.9.2.3. */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  ...Object.values(PURPOSE_OF_CERTIFICATE),
  'QCForLegalPerson',
  'QCStatement',
  'NotQualified',
  'QCWithQSCD',
  'QCNoQSCD',
  'QCQSCDStatusAsInCert',
  'QCQSCDManagedOnBehalf',
  'QCWithSSCD',
  'QCNoSSCD',
  'QCSSCDStatusAsInCert',
]);

/** The second form is that of lists before 2014, whose history is in the lists of today. */
const LISTS = ['TrustedList/', 'eSigDir-1999-93-EC-TrustedList/'];
const FOLDERS = {
  type: [`${ROOT}Svctype/`],
  status: LISTS.map(list => `${ROOT}${list}Svcstatus/`),
  extension: LISTS.map(list => `${ROOT}${list}SvcInfoExt/`),
} as const;

/** 'granted' of 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'; any other URI stays as it is. */
export function shortName(folder: keyof typeof FOLDERS, uri: string): string {
  const prefix = FOLDERS[folder].find(known => uri.startsWith(known)) ?? '';
  return uri.slice(prefix.length);
}

/** The Regulation applies from 1 July 2016 in Brussels. */
const REGULATION = Date.parse('2016-06-30T22:00:00Z');

/** Whether the Directive 1999/93/EC applied at this time. */
export function isBeforeRegulation(at: Date): boolean {
  return at.getTime() < REGULATION;
}
