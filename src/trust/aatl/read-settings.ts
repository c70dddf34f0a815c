/**
 * Adobe's list (AATL) as Acrobat stores and exchanges it: the file SecuritySettings.xml, a list of identities. Acrobat's terms
 * differ from those of trusted lists: an identity is a certificate, what it is trusted for, and the certificate policies that
 * are required for it. `NonExplicitProcessing` is ignored: what it permits is not documented, and without it a path is
 * judged more strictly.
 */
import { DocconvError } from '../../errors.js';
import { type Certificate, readableCertificate } from '../../pki/index.js';
import { readElements, type XmlElement } from '../../system/xml.js';

export interface AatlAnchor {
  readonly certificate: Certificate;
  /** Null: for all certificate policies. */
  readonly policies: readonly string[] | null;
}

const NAMES = [
  'SecuritySettings',
  'TrustedIdentities',
  'Identity',
  'ImportAction',
  'Certificate',
  'Root',
  'CertificatePolicies',
  'OID',
  'Source',
];
const MAX_DEPTH = 16;
/** The list of 2022 has 263 identities and 679 policies. */
const MAX_ELEMENTS = 100_000;
const MAX_IDENTITIES = 5_000;

/** The anchors that the list names now. Rejects with LIST_INVALID. */
export async function readAatl(bytes: Uint8Array): Promise<AatlAnchor[]> {
  const elements = await readElements(decode(bytes), NAMES, MAX_DEPTH, MAX_ELEMENTS).catch(cause => {
    throw new DocconvError('LIST_INVALID.adobe-xml', { reason: (cause as Error).message }, { cause });
  });
  if (elements[0]?.local !== 'SecuritySettings' || elements[0].parent)
    throw new DocconvError('LIST_INVALID.adobe-root');
  const found = groups(elements);
  if (found.length > MAX_IDENTITIES) throw new DocconvError('LIST_INVALID.adobe-too-many', { limit: MAX_IDENTITIES });
  const identities = found.map(readIdentity);
  const removed = new Set(identities.filter(({ action }) => action === REMOVE).map(({ der }) => der));
  const added = identities.filter(one => isAnchor(one) && !removed.has(one.der));
  const anchors = added.flatMap(({ der, policies }) =>
    readableCertificate(Buffer.from(der, 'base64')).map(certificate => ({ certificate, policies })),
  );
  if (anchors.length === 0) throw new DocconvError('LIST_INVALID.adobe-no-anchors');
  return anchors;
}

interface Identity {
  readonly action: string;
  /** Base64, as it is in the list. */
  readonly der: string;
  readonly isRoot: boolean;
  readonly source: string;
  readonly policies: readonly string[] | null;
}

/** 1 and 2 add, 3 removes; an action that is not known adds nothing. */
const ADD: readonly string[] = ['1', '2'];
const REMOVE = '3';

const isAnchor = ({ action, isRoot, source }: Identity) => ADD.includes(action) && isRoot && source === 'AATL';

const IDENTITY = ['SecuritySettings', 'TrustedIdentities', 'Identity'];

/** The elements of each identity, by their path below it. */
function groups(elements: readonly XmlElement[]): Map<string, XmlElement[]>[] {
  const found = new Map<XmlElement, Map<string, XmlElement[]>>();
  for (const element of elements) {
    const line = lineOf(element);
    if (!IDENTITY.every((name, i) => line[i]?.local === name)) continue;
    const [identity, ...inside] = line.slice(IDENTITY.length - 1);
    const group = found.get(identity!) ?? new Map<string, XmlElement[]>();
    found.set(identity!, group);
    const name = inside.map(({ local }) => local).join('/');
    const same = group.get(name);
    if (same) same.push(element);
    else group.set(name, [element]);
  }
  return [...found.values()];
}

/** The element behind those that contain it. */
function lineOf(element: XmlElement): XmlElement[] {
  return element.parent ? [...lineOf(element.parent), element] : [element];
}

function readIdentity(group: ReadonlyMap<string, readonly XmlElement[]>): Identity {
  const only = (name: string): string => {
    const [found, ...others] = group.get(name) ?? [];
    if (others.length > 0)
      throw new DocconvError('LIST_INVALID.adobe-element-repeated', { count: others.length + 1, name });
    return found?.text.trim() ?? '';
  };
  const isRestricted = group.has('PolicyRestrictions/CertificatePolicies');
  const policies = group.get('PolicyRestrictions/CertificatePolicies/OID') ?? [];
  return {
    action: only('ImportAction'),
    der: only('Certificate').replace(/\s+/g, ''),
    isRoot: only('Trust/Root') === '1',
    source: only('Identification/Source'),
    policies: isRestricted ? policies.map(({ text }) => readOid(text.trim())) : null,
  };
}

function readOid(text: string): string {
  if (/^[0-2](\.\d{1,40}){1,30}$/.test(text)) return text;
  throw new DocconvError('LIST_INVALID.adobe-policy');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocconvError('LIST_INVALID.adobe-not-utf-8', {}, { cause });
  }
}
