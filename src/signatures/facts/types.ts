/**
 * What was observed about one signature. The rules decide what follows. Frozen; null = unknown, which no rule lets pass.
 * A new fact needs a rule that reads it.
 */
import type { DigestName, TokenFault } from '../../pki/index.js';
import type { Change, Overlay } from '../changes/index.js';
import type { IdentityFacts } from '../path/types.js';
import type { ChangePermissions } from '../permissions.js';
import type { Coverage, Signer } from '../result.js';
import type { VerifiedMessage } from '../verify/cms.js';
import type { TimeFacts } from './stated-times.js';

export interface SignatureFacts {
  readonly field: string;
  readonly kind: Signer['kind'];
  readonly subFilter: string | null;
  readonly structure: StructureFacts;
  readonly cms: CmsFacts;
  readonly crypto: Omit<VerifiedMessage, 'certificate' | 'isAmbiguous'>;
  readonly identity: IdentityFacts;
  readonly changes: ChangeFacts;
  readonly times: TimeFacts;
}

/** The signature dictionary in the file (ISO 32000-2, 12.8.1). */
export interface StructureFacts {
  /** /Contents exists and is neither empty nor all zeros. */
  readonly filled: boolean | null;
  readonly encodingKnown: boolean | null;
  readonly rangeWellFormed: boolean | null;
  readonly gapIsContents: boolean | null;
  readonly coverage: Coverage | null;
  readonly inField: boolean | null;
  /** The signed revision assigns the signature to this field; null: no revision is signed. */
  readonly coversField: boolean | null;
  readonly inObjectStream: boolean | null;
  readonly duplicateKeys: readonly string[] | null;
  /** The signature dictionary is the same in the last revision. */
  readonly unchanged: boolean | null;
  /** Bytes after this signature that belong to no revision. */
  readonly strayBytes: boolean | null;
  /** Objects of later revisions are malformed, or not at the offset that the cross-reference states. */
  readonly laterDamage: boolean | null;
  /** The cross-reference was rebuilt by searching the file for objects. */
  readonly recovered: boolean | null;
}

/** The structure of the signed message (RFC 5652; EN 319 122-1; EN 319 142-1, 6.3). */
export interface CmsFacts {
  /** adbe.x509.rsa_sha1 has a bare PKCS #1 signature; null = /Contents cannot be decoded. */
  readonly encoding: 'CMS' | 'PKCS #1' | null;
  readonly signerInfos: number | null;
  /** The message has content of its own though the encoding is detached. */
  readonly foreignContent: boolean | null;
  /** Other than zero padding. */
  readonly trailingBytes: boolean | null;
  readonly signedAttributes: SignedAttributeFacts | 'absent' | null;
  /** The versions are defined, and digestAlgorithms contains that of the signer (RFC 5652, 5.1 and 5.3). */
  readonly consistent: boolean | null;
  /** The stated digest algorithm is the one that the signature algorithm uses. */
  readonly algorithmsAgree: boolean | null;
  /** The content of a timestamp; absent: the message is none. */
  readonly timestampContent: TokenFault | 'sound' | 'absent' | null;
  /** Of MGF1 in RSASSA-PSS, if it is another digest than that of the signature; 'same' also for other algorithms. */
  readonly maskDigest: DigestName | 'same' | null;
}

export interface SignedAttributeFacts {
  /** Exactly one content-type attribute with one value, and it names the type of the content: id-data, or that of a token. */
  readonly contentType: boolean;
  /** Exactly one message-digest attribute with one value. */
  readonly messageDigest: boolean;
  /** No other attribute of one value, such as the signing time, has several. */
  readonly single: boolean;
  /** Sent as a DER SET OF; other orders verify over the bytes as sent. */
  readonly der: boolean;
}

export interface ChangeFacts {
  /** What later revisions changed; null = the signature covers no revision. */
  readonly later: readonly Change[] | null;
  /** What they cover or uncover; empty also where another change is not permitted anyway. */
  readonly overlays: readonly Overlay[];
  /** What this signature and those before it permit. */
  readonly permissions: ChangePermissions;
  /** What can make the document display differently without being changed. */
  readonly activeContent: readonly string[] | null;
}
