/** Adobe's list (AATL) of the structure that Acrobat writes: a certified PDF with the file SecuritySettings.xml. */
import type { Pki } from '../pki.js';
import { blankPdf, OBJECTS, type SignOptions } from '../signed-pdf.js';

export interface IdentityRow {
  readonly der: Uint8Array;
  /** Default 1: add. */
  readonly action?: string;
  readonly root?: '0' | '1';
  readonly source?: string;
  /** Default: no restriction. */
  readonly policies?: readonly string[];
  /** Elements in addition. */
  readonly also?: string;
}

export function adobeXml(identities: readonly IdentityRow[]): string {
  return `<?xml version="1.0"?>\n<SecuritySettings>\n\t<TrustedIdentities>\n${identities.map(identity).join('\n')}\n\t</TrustedIdentities>\n</SecuritySettings>\n`;
}

function identity({ der, action = '1', root = '1', source = 'AATL', policies, also = '' }: IdentityRow): string {
  const oids = policies?.map(oid => `<OID>${oid}</OID>`).join('\n');
  const restriction = policies
    ? `<Description>Hardware</Description><CertificatePolicies>\n${oids}\n</CertificatePolicies>`
    : '';
  return `<Identity>
    <ImportAction>${action}</ImportAction>
    <Certificate>${Buffer.from(der).toString('base64')}</Certificate>
    <Trust><Root>${root}</Root><CertifiedDocuments>1</CertifiedDocuments><DynamicContent>0</DynamicContent>
      <JavaScript>0</JavaScript><SystemOperations><CrossDomain>0</CrossDomain></SystemOperations></Trust>
    <PolicyRestrictions>${restriction}<NonExplicitProcessing>0</NonExplicitProcessing></PolicyRestrictions>
    <Identification><Source>${source}</Source></Identification>${also}
  </Identity>`;
}

export interface AdobeRow extends Partial<SignOptions> {
  /** Name of the file in the PDF. */
  readonly name?: string;
  /** How often it is there; default: once. */
  readonly copies?: number;
  readonly signedAt?: Date;
  /** Default true. */
  readonly certified?: boolean;
}

/** Certified by the row 'signer', below 'ca' and 'root', whose certificates and revocation data are in the signature. */
export function adobeList<Name extends string>(
  xml: string,
  pki: Pki<Name | 'root' | 'ca' | 'signer'>,
  {
    name = 'SecuritySettings.xml',
    copies = 1,
    signedAt = pki.daysAgo(0.1),
    certified = true,
    ...options
  }: AdobeRow = {},
) {
  const data = Buffer.from(xml);
  const blank = blankPdf('');
  const [signature, stream, file] = [1, 2, 3].map(by => blank.next + by) as [number, number, number];
  const names = Array.from({ length: copies }, (_, i) => `(${name}${i || ''}) ${file} 0 R`).join(' ');
  const catalog = `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R${certified ? `/Perms<</DocMDP ${signature} 0 R>>` : ''}/Names<</EmbeddedFiles<</Names[${names}]>>>>>>`;
  const certificates = ['signer', 'ca', 'root'].map(row => pki.id(row));
  const archival = { crls: [pki.crl('ca' as Name), pki.crl('root' as Name)] };
  return blank.sign({
    make: bytes => pki.cms('signer' as Name, bytes, { certificates, archival }),
    subFilter: 'adbe.pkcs7.detached',
    docMDP: 1,
    entries: { M: `(D:${signedAt.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z)` },
    also: {
      [OBJECTS.catalog]: catalog,
      [stream]: `<</Type/EmbeddedFile/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream`,
      [file]: `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${stream} 0 R>>>>`,
    },
    ...options,
  });
}
