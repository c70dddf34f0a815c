/**
 * Where docconv and a judge differ, and why. A disagreement without a row fails the test, and so does a row without a
 * disagreement. Rows of one judge and kind are tried in their order.
 */
import type { Kind } from './opinion.js';

export const JUDGES = ['dss', 'pyhanko'] as const;
export type JudgeName = (typeof JUDGES)[number];

export interface Disagreement {
  readonly judge: JudgeName;
  readonly kind: Kind;
  /** The answers of docconv, then of the judge; of times only the source. */
  readonly docconv: string;
  readonly says: string;
  /** Names of documents, see documents.ts. */
  readonly files: RegExp;
  readonly because: Because;
  /** With the clause. */
  readonly reason: string;
  /** The judge decides by the order of a set, so that not every run needs the row. */
  readonly atRandom?: true;
}

/**
 * 'docconv is right': by the clause. 'no opinion': the judge does not examine it. 'policy': both are permitted, or the
 * standard leaves it to the policy of the validation.
 */
export type Because = 'docconv is right' | 'no opinion' | 'policy';

/** Not those that are known to be honest: a new disagreement about one of them needs a row of its own. */
const OTHERS = /^(?:corpus|trust|attack): /;
const HONEST = /^(?:twin|edit|signed): /;
const CORPUS = /^corpus: /;
const TRUST = /^trust: /;
const ATTACK = /^attack: /;

type Row = [docconv: string, says: string, files: RegExp, because: Because, reason: string];

const rows = (judge: JudgeName, kind: Kind, ...list: Row[]): Disagreement[] =>
  list.map(([docconv, says, files, because, reason]) => ({ judge, kind, docconv, says, files, because, reason }));

const DER_ORDER =
  'Signed attributes that are signed as they stand, not in DER order (RFC 5652, 5.4), occur in practice: docconv accepts them with a warning.';
const STRUCTURE =
  'Digest and signature hold for the bytes that are stated; docconv refuses the structure (FORMAT_FAILURE), the judge computes no digest for such a range (ISO 32000-2, 12.8.1).';

const COMPLETE_CHAIN =
  'Levels without trust: for docconv the chain ends at the last certificate available (EN 319 142-1, 6.3), DSS requires the data of a complete one.';
const HEADER =
  'The header does not start the file, as ISO 32000-2, 7.5.2 requires: docconv reads such files, as viewers do; the judge refuses them.';
const ONLY_IN_DELTA =
  'The reason removeFromCRL occurs in delta CRLs only (RFC 5280, 5.3.1): such a CRL says nothing about this certificate; DSS reads any entry as a revocation.';
/** Files with timestamps, of which the harmless ones have no revocation data of the authority. */
const TIMESTAMPED = /^(?:corpus|trust|attack): |^twin: (?:malformed timestamp tokens|timestamps with content)/;

const DSS: readonly Disagreement[] = [
  ...rows('dss', 'path', [
    'passed',
    'no anchor',
    /^trust: paths, the CA has certificates of two roots/,
    'docconv is right',
    'Of several certificates of a CA any may lead to the anchor (RFC 5280, 6.1); DSS follows the first of a set.',
  ]).map(row => ({ ...row, atRandom: true as const })),
  ...rows(
    'dss',
    'read',
    ['yes', 'no', /bytes before (?:its|the) header|startxref that leads to two sections/, 'policy', HEADER],
    [
      'yes',
      'no',
      OTHERS,
      'no opinion',
      'A malformed extension, signature value, lock or object is an error of DSS about the file; docconv states it of the signature.',
    ],
    [
      'no',
      'yes',
      /malformed-encrypt-dict2/,
      'policy',
      'The encryption dictionary is missing: DSS reads the file as not encrypted, and finds no signature.',
    ],
  ),
  ...rows(
    'dss',
    'found',
    [
      'yes',
      'no',
      /^(?:corpus|trust|attack): |^twin: (?:fields whose kids|encodings of signatures)/,
      'docconv is right',
      'A field with /V is a signature, however malformed its value is (ISO 32000-2, 12.7.5.5); DSS leaves out what it cannot read.',
    ],
    [
      'no',
      'yes',
      /signatures that are assigned to other fields|fields whose kids/,
      'docconv is right',
      'Fields with cycles or with kids: the name of the field differs, each reader finds the signature at another field (ISO 32000-2, 12.7.4.1).',
    ],
  ),
  ...rows(
    'dss',
    'integrity',
    [
      'intact',
      'broken',
      /RSASSA-PSS/,
      'docconv is right',
      'The hash of MGF1 may differ from that of the content (RFC 8017, A.2.3; RFC 4055, 3.1); DSS computes with one of them.',
    ],
    ['intact', 'broken', /another order|pades-5-signatures|corpus: signed\.pdf/, 'policy', DER_ORDER],
    [
      'intact',
      'broken',
      /^twin: signature wrapping/,
      'docconv is right',
      'A hexadecimal string may have white space (ISO 32000-2, 7.3.4.3): the gap is still exactly its value.',
    ],
    ['intact', 'broken', OTHERS, 'policy', STRUCTURE],
    [
      'unknown',
      'broken',
      OTHERS,
      'docconv is right',
      'An algorithm or range that cannot be computed shows nothing to be wrong (EN 319 102-1, 5.1.3); DSS knows no third answer.',
    ],
    [
      'broken',
      'intact',
      /exponent 1/,
      'docconv is right',
      'With the exponent 1 everybody can sign (RFC 8017, 3.1: e is at least 3).',
    ],
    [
      'unknown',
      'intact',
      /another trailer/,
      'docconv is right',
      'The trailer field must be 1 (RFC 8017, A.2.3); DSS does not read it.',
    ],
  ),
  ...rows(
    'dss',
    'level',
    [
      'PAdES-BES',
      'PAdES-BASELINE-B',
      /signed attributes, (?:two signing times|a signing time with)/,
      'docconv is right',
      'A signing time has exactly one value (RFC 5652, 11.3): a repeated one is none, which the level requires (EN 319 142-1, 6.3).',
    ],
    [
      'PAdES-BASELINE-B',
      'PAdES-EPES',
      /signed attributes, two policies/,
      'docconv is right',
      'A signature has one policy (EN 319 122-1, 5.2.9): the rule attributes-once refuses two.',
    ],
    ['PAdES-BASELINE-LT', 'PAdES-BASELINE-T', CORPUS, 'policy', COMPLETE_CHAIN],
    ['PAdES-BASELINE-LTA', 'PAdES-BASELINE-T', CORPUS, 'policy', COMPLETE_CHAIN],
    ['PKCS7-LT', 'PKCS7-T', CORPUS, 'policy', COMPLETE_CHAIN],
    [
      'PAdES-BASELINE-B',
      'PDF-NOT-ETSI',
      /version [12] of the attribute/,
      'policy',
      'Two signing-certificate attributes identify different certificates: for docconv the level is about presence (EN 319 142-1, 6.3), and the rule signing-certificate refuses the signature.',
    ],
    [
      'PAdES-BASELINE-LT',
      'PAdES-BASELINE-LTA',
      CORPUS,
      'docconv is right',
      'The document timestamp is a copy whose imprint is of another file: it protects nothing (EN 319 142-1, 6.3).',
    ],
    [
      'PAdES-BASELINE-T',
      'PAdES-BASELINE-LTA',
      TIMESTAMPED,
      'docconv is right',
      'Revocation data of the signer or of the timestamp are missing or do not count (EN 319 142-1, 6.3, on LT).',
    ],
    [
      'PAdES-BASELINE-T',
      'PAdES-BASELINE-LT',
      TIMESTAMPED,
      'docconv is right',
      'Revocation data of the signer or of the timestamp are missing or do not count (EN 319 142-1, 6.3, on LT).',
    ],
    [
      'PAdES-BASELINE-B',
      'PAdES-BASELINE-LTA',
      OTHERS,
      'docconv is right',
      'The timestamp is malformed or does not identify its certificate (RFC 3161, 2.4.2), so there is no level T.',
    ],
    [
      'PAdES-BASELINE-B',
      'PAdES-BASELINE-LT',
      OTHERS,
      'docconv is right',
      'The timestamp is malformed or does not identify its certificate (RFC 3161, 2.4.2), so there is no level T.',
    ],
    ['PAdES-BASELINE-B', 'PAdES-BASELINE-T', ATTACK, 'docconv is right', 'The timestamp is of another file.'],
    [
      'PAdES-LTV',
      'PAdES-BASELINE-T',
      CORPUS,
      'policy',
      'With validation data for an entry that the baseline excludes, docconv names the extended level (EN 319 142-2).',
    ],
    [
      'PDF-NOT-ETSI',
      'PKCS7-LTA',
      CORPUS,
      'policy',
      'The algorithms of the message contradict each other: docconv states no level.',
    ],
    [
      'PDF-NOT-ETSI',
      'PAdES-BASELINE-B',
      ATTACK,
      'docconv is right',
      'The baseline requires a signing-certificate attribute (EN 319 142-1, 6.3), and this one cannot be read.',
    ],
    [
      'PAdES-BASELINE-B',
      'PAdES-BES',
      /data that programs decrypt differently/,
      'policy',
      'A string of an encrypted file that is not encrypted: programs read different entries.',
    ],
  ),
  ...rows(
    'dss',
    'time',
    [
      'timestamp',
      'claimed',
      OTHERS,
      'policy',
      'Without a status of its own authority the timestamp of docconv is intact and trusted; DSS passes one only with its revocation data.',
    ],
    [
      'claimed',
      'timestamp',
      OTHERS,
      'docconv is right',
      'The token is malformed or its certificate is not for timestamps only (RFC 3161, 2.3 and 2.4.2): it proves nothing.',
    ],
    [
      'claimed',
      'claimed',
      ATTACK,
      'docconv is right',
      'The time of the signed revision counts; DSS reads /M of the last one (EN 319 142-1, 5.3).',
    ],
  ),
  ...rows(
    'dss',
    'path',
    [
      'passed',
      'not validated',
      /^(?:trust|twin): /,
      'docconv is right',
      'Names of distribution points, indirect and delta CRLs (RFC 5280, 5.2.4, 5.2.5 and 6.3.3); DSS does not read them.',
    ],
    [
      'passed',
      'validity',
      /pades-lt-extended/,
      'policy',
      'A good answer counts until its nextUpdate; DSS moves the control time to its issuance (EN 319 102-1, 5.6.2.2), which is before the timestamp.',
    ],
    [
      'validity',
      'passed',
      /pades-lt-extended-dss/,
      'docconv is right',
      'The OCSP responder was certified by the root, not by the issuer of the certificate (RFC 6960, 4.2.2.2).',
    ],
    [
      'validity',
      'passed',
      /proven to be older than its certificate/,
      'docconv is right',
      'The timestamp is older than the certificate (EN 319 102-1, 5.5.4).',
    ],
    [
      'validity',
      'passed',
      /^trust: (?:timestamps|tokens)|^attack: (?:misuse of timestamps|timestamps with content)/,
      'docconv is right',
      'The timestamp is malformed or its certificate is not for timestamps only (RFC 3161, 2.3 and 2.4.2): it does not prove that the signature is older than the end of the certificate (EN 319 102-1, 5.5.4).',
    ],
    [
      'validity',
      'not validated',
      OTHERS,
      'policy',
      'Expired and without revocation data: each names one of two causes (EN 319 102-1, 5.2.6.4).',
    ],
    [
      'not validated',
      'passed',
      /critical extension|names|explicit policy|outside the|excluded|name constraints/,
      'docconv is right',
      'Unknown critical extensions, name constraints and policies are part of the path validation (RFC 5280, 4.2 and 6.1); the default policy of DSS warns.',
    ],
    [
      'not validated',
      'passed',
      /purposes|key usage/,
      'policy',
      'The purposes of the certificate of the signer are left to the policy (EN 319 102-1, 5.2.6).',
    ],
    [
      'not validated',
      'passed',
      /later|outdated|last month/,
      'docconv is right',
      'Data from after the time of validation, or that is outdated, says nothing about it (RFC 5280, 6.3.3; RFC 6960, 4.2.2.1).',
    ],
    [
      'not validated',
      'passed',
      OTHERS,
      'docconv is right',
      'The answer is not about the certificate, contradicts itself or has an unknown critical extension (RFC 5280, 5.2 and 5.3; RFC 6960, 2.2 and 4.4).',
    ],
    [
      'revoked',
      'passed',
      OTHERS,
      'docconv is right',
      'Of several answers the worst counts: a permanent revocation is not undone (RFC 5280, 5.3.1); DSS takes the newest or the first.',
    ],
    [
      'revoked',
      'not validated',
      TRUST,
      'policy',
      'A CRL that does not suffice to say good suffices to say revoked; DSS ignores it.',
    ],
    [
      'no certificate',
      'passed',
      TRUST,
      'docconv is right',
      'The signing-certificate attribute occurs twice or identifies another certificate (RFC 5035, 5; RFC 3161, 2.4.1).',
    ],
    [
      'no certificate',
      'passed',
      ATTACK,
      'policy',
      'Issuer or serial number in the signing-certificate attribute are those of another certificate (RFC 5035, 5.4): DSS warns.',
    ],
    [
      'no anchor',
      'passed',
      ATTACK,
      'docconv is right',
      'With the exponent 1 everybody can sign as this CA (RFC 8017, 3.1).',
    ],
    ['not validated', 'revoked', /complete CRL with an entry that ends a hold/, 'docconv is right', ONLY_IN_DELTA],
  ),
  ...rows(
    'dss',
    'revocation',
    [
      'unknown',
      'good',
      /corpus: Test\.signed_Certipost/,
      'docconv is right',
      'The CRL is signed with SHA-1, which is too weak without a proof of its time (TS 119 312).',
    ],
    [
      'unknown',
      'good',
      /corpus: pades-lt-extended-dss/,
      'docconv is right',
      'The OCSP responder was certified by the root, not by the issuer of the certificate (RFC 6960, 4.2.2.2).',
    ],
    [
      'unknown',
      'good',
      OTHERS,
      'docconv is right',
      'The answer is not about the certificate, is outdated, from after the time of validation, or has an unknown critical extension (RFC 5280, 5.2, 5.3 and 6.3.3; RFC 6960, 3.2).',
    ],
    [
      'unknown',
      'revoked',
      /^trust: revocation, a future revocation, in a CRL of the future/,
      'policy',
      'The CRL is from after the time of validation, and does not count; DSS reads its entry. Neither accepts the signature.',
    ],
    [
      'good',
      'unknown',
      /^trust: |answers by those who may not give them/,
      'docconv is right',
      'Names of distribution points, indirect and delta CRLs (RFC 5280, 5.2.4, 5.2.5 and 6.3.3); and DSS reads no data of the signer where the CA has none.',
    ],
    [
      'revoked',
      'good',
      OTHERS,
      'docconv is right',
      'Of several answers the worst counts: a permanent revocation is not undone (RFC 5280, 5.3.1); DSS takes the newest or the first.',
    ],
    [
      'revoked',
      'unknown',
      TRUST,
      'policy',
      'A CRL that does not suffice to say good suffices to say revoked; DSS ignores it.',
    ],
    ['unknown', 'revoked', /complete CRL with an entry that ends a hold/, 'docconv is right', ONLY_IN_DELTA],
    ['unknown', 'revoked', /later CRL/, 'policy', 'The CRL is from after the time of validation.'],
    ['good', 'revoked', /later CRL/, 'policy', 'The CRL is from after the time of validation.'],
  ),
  ...rows(
    'dss',
    'changes',
    [
      'permitted',
      'forbidden',
      /^signed: /,
      'docconv is right',
      'The signature covers the whole file; DSS renders a note without appearance twice, and differently.',
    ],
    [
      'permitted',
      'forbidden',
      HONEST,
      'docconv is right',
      'Values, looks of fields, marks and validation data are permitted by DocMDP (ISO 32000-2, Table 257); DSS warns of each visible difference and of objects that it does not know.',
    ],
    [
      'permitted',
      'forbidden',
      CORPUS,
      'docconv is right',
      'Fields were filled in and signatures added (ISO 32000-2, Table 257); DSS warns of each visible difference.',
    ],
    [
      'permitted',
      'forbidden',
      ATTACK,
      'policy',
      'DSS warns for each signature of the file, docconv for those that were made before the change; or docconv warns too.',
    ],
    [
      'forbidden',
      'permitted',
      /^(?:corpus|trust): |signed attributes|content inside|signers|timestamp tokens|encodings/,
      'docconv is right',
      'Rules about the message: one signer, detached, content type and digest once (RFC 5652, 5.3 and 11; EN 319 142-1, 6.3); DSS does not check them, or only under integrity.',
    ],
    [
      'forbidden',
      'permitted',
      ATTACK,
      'no opinion',
      'What a later revision draws over signed content, or changes in catalog, structure and fields (ISO 32000-2, 12.8.2.2): DSS compares numbers of pages, boxes of annotations and the first pages as PDFBox renders them.',
    ],
    [
      'unknown',
      'forbidden',
      /^attack: XFA forms, /,
      'policy',
      'DSS refuses each change of an XFA form; for docconv it is unknown where the data cannot be compared with the fields.',
    ],
    [
      'unknown',
      'forbidden',
      /^attack: names, numbers and nulls that programs read differently, /,
      'policy',
      'DSS has the reading of PDFBox, in which the object is another one; for docconv it is unknown what readers show.',
    ],
    [
      'unknown',
      'forbidden',
      /marks that covered content are removed/,
      'policy',
      'DSS warns of each visible difference; docconv could not determine what the mark covered.',
    ],
    [
      'unknown',
      'permitted',
      OTHERS,
      'no opinion',
      'Programs read the file differently (ISO 32000-2, 7.5.4 and 7.5.8): DSS has the reading of PDFBox.',
    ],
  ),
];

const PYHANKO: readonly Disagreement[] = [
  ...rows(
    'pyhanko',
    'read',
    [
      'yes',
      'no',
      /bytes before (?:its|the) header|startxref that leads to two sections|minimal-illegal-header/,
      'policy',
      HEADER,
    ],
    [
      'yes',
      'no',
      /25sigs|differences at the end of long chains/,
      'no opinion',
      'pyHanko needs more than its time for 25 signatures or for long chains of objects.',
    ],
    [
      'yes',
      'no',
      /^(?:corpus|trust|attack): |^twin: (?:fields whose kids|parts of updates|updates for which|data that programs decrypt)/,
      'no opinion',
      'A malformed message, field, entry or cross-reference is an error of pyHanko about the file; docconv states it of the signature, or reads the file as viewers do.',
    ],
    [
      'no',
      'yes',
      /broken-objstream1|minimal-rc4/,
      'policy',
      'Without pages or password docconv refuses the file; pyHanko reads what needs neither, and finds no signature.',
    ],
  ),
  ...rows(
    'pyhanko',
    'found',
    [
      'yes',
      'no',
      OTHERS,
      'docconv is right',
      'A field with /V is a signature, however malformed its value is (ISO 32000-2, 12.7.5.5); pyHanko leaves out what it does not know.',
    ],
    [
      'no',
      'yes',
      /signatures that are assigned to other fields|fields whose kids/,
      'docconv is right',
      'Fields with cycles or with kids: each reader finds the signature at another field (ISO 32000-2, 12.7.4.1).',
    ],
  ),
  ...rows(
    'pyhanko',
    'integrity',
    ['intact', 'broken', /TeleSec/, 'no opinion', 'PLAIN-ECDSA (BSI TR-03111, 5.2.1) is unknown to pyHanko.'],
    [
      'intact',
      'broken',
      /signed as DER/,
      'docconv is right',
      'The signature is over the DER encoding of the attributes, in whatever order they are sent (RFC 5652, 5.4).',
    ],
    ['intact', 'broken', ATTACK, 'policy', STRUCTURE],
    [
      'unknown',
      'broken',
      OTHERS,
      'docconv is right',
      'An algorithm or range that cannot be computed shows nothing to be wrong (EN 319 102-1, 5.1.3).',
    ],
    ['unknown', 'intact', /another trailer/, 'docconv is right', 'The trailer field must be 1 (RFC 8017, A.2.3).'],
    [
      'broken',
      'intact',
      /SubFilter twice/,
      'docconv is right',
      'A key must not occur twice (ISO 32000-2, 7.3.7): programs read different types of signature.',
    ],
  ),
  ...rows(
    'pyhanko',
    'time',
    [
      'timestamp',
      'claimed',
      OTHERS,
      'policy',
      'pyHanko trusts a timestamp only if its certificate is valid at the time of validation, without proofs of existence (its plain validation).',
    ],
    ['claimed', 'timestamp', OTHERS, 'docconv is right', 'The timestamp proves nothing (RFC 3161, 2.4.2).'],
    [
      'claimed',
      'claimed',
      OTHERS,
      'policy',
      'Of /M and the attribute signing-time, docconv shows /M (EN 319 142-1, 5.3), pyHanko the attribute; or /M of the last revision.',
    ],
  ),
  ...rows(
    'pyhanko',
    'path',
    [
      'passed',
      'not validated',
      /^(?:corpus|trust): |^twin: (?:misuse of timestamps|revocation data that|answers )/,
      'no opinion',
      'pyHanko looks for OCSP responses only where the certificate names a responder, requires data about the issuer of a CRL that is the anchor, and no older data than the time of validation.',
    ],
    [
      'no anchor',
      'not validated',
      OTHERS,
      'policy',
      'pyHanko tries the anchors of the same name, and states the first fault (EN 319 102-1, 5.2.6.4).',
    ],
    ['validity', 'not validated', OTHERS, 'policy', 'Each names one of two causes (EN 319 102-1, 5.2.6.4).'],
    [
      'validity',
      'no anchor',
      OTHERS,
      'policy',
      'The timestamp is not trusted, and the certificate has expired: docconv states the latter, which follows.',
    ],
    ['revoked', 'not validated', OTHERS, 'policy', 'pyHanko does not read this answer and requires one: both refuse.'],
  ),
  ...rows(
    'pyhanko',
    'changes',
    [
      'permitted',
      'forbidden',
      HONEST,
      'docconv is right',
      'pyHanko permits what is in its list, without marks (Table 257, P=3), looks of fields and objects that nothing refers to; freed objects it refuses (ISO 32000-2, 12.8.2.2).',
    ],
    [
      'permitted',
      'forbidden',
      CORPUS,
      'docconv is right',
      'Validation data that programs rewrite, structure trees and comments are permitted (ISO 32000-2, 12.8.4 and Table 257); or pyHanko does not know the type or algorithm.',
    ],
    [
      'permitted',
      'forbidden',
      TRUST,
      'policy',
      'pyHanko refuses the signature with its timestamp; for docconv the timestamp does not count, the signature does.',
    ],
    [
      'permitted',
      'forbidden',
      ATTACK,
      'policy',
      'Of the signatures of the file docconv refuses those that were made before the change, or the file for another kind.',
    ],
    [
      'forbidden',
      'permitted',
      OTHERS,
      'no opinion',
      'pyHanko does not compare looks with values, flags of fields, or what a mark covers (ISO 32000-2, 12.7.4.3 and 12.8.2.2).',
    ],
    [
      'unknown',
      'permitted',
      OTHERS,
      'no opinion',
      'Programs read the file differently (ISO 32000-2, 7.5.4 and 7.5.8).',
    ],
    [
      'unknown',
      'forbidden',
      OTHERS,
      'policy',
      'pyHanko permits no mark at all; docconv could not determine what it covers.',
    ],
  ),
];

export const DISAGREEMENTS: readonly Disagreement[] = [...DSS, ...PYHANKO];
