/** Schema of the members of the verification result that come from trusted lists. */
import { Type } from '@sinclair/typebox';
import type { Signer } from '../../signatures/index.js';
import { count, described, flag, named, nullable, oneOf, phrase, text, time } from '../schemas.js';

type QualificationResult = NonNullable<Signer['qualification']>;

const Trust = named('Trust', {
  source: described(oneOf('file', 'eu', 'aatl'), 'What `policy.sources` lists'),
  territory: text('Territory of the trusted list, as the list states it', 'DE'),
  provider: text('Name of the provider, from the list', 'Example Trust GmbH'),
  service: text('Name of the service, from the list', 'Example qualified CA 1'),
  serviceType: text('Type of the service: the last part of its URI', 'CA/QC'),
  status: text(
    'Status of the service when the signature is proven to have existed: the last part of its URI; null: it was not listed then',
    'granted',
  ),
  list: described(
    nullable(
      named('UsedList', {
        sequence: count('Sequence number', 81),
        issued: time('When the list was issued'),
        nextUpdate: nullable(time('Until when the list is up to date; null: the list is closed')),
      }),
    ),
    'The copy of the list that was used',
  ),
});
export const trust = described(
  nullable(Trust),
  'Where the trust anchor is from; members other than `source` are null unless a trusted list names the service; null: there is no anchor',
);

const FORMS = [
  'QESig',
  'QESeal',
  'Unknown-QC-QSCD',
  'AdESig-QC',
  'AdESeal-QC',
  'Unknown-QC',
  'AdESig',
  'AdESeal',
  'Unknown',
];
const SIGNATURES = [
  ...FORMS,
  ...FORMS.map(form => `Indeterminate ${form}`),
  'Not AdES but QC with QSCD',
  'Not AdES but QC',
  'Not AdES',
  'N/A',
];
const CERTIFICATES = [
  ...['eSig', 'eSeal', 'unknown type'].map(type => `QC for ${type} with QSCD`),
  ...['QC', 'Cert'].flatMap(kind => ['eSig', 'eSeal', 'WSA', 'unknown type'].map(type => `${kind} for ${type}`)),
  'N/A',
];
const words = <Word extends string>(all: readonly string[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: all, description });

const Reason = named('QualificationReason', {
  code: phrase('Stable name of the reason', 'NO_DEVICE'),
  level: described(oneOf('fail', 'warn'), '"fail": a cause of the status; "warn": the status does not depend on it'),
  message: phrase('One sentence', 'The service did not have the status granted.'),
});

/** Why a timestamp has its status. */
export const qualifiedReasons = Type.Array(Reason, {
  description:
    'Why a timestamp is not qualified, the most important first; empty for signatures, and where `qualified` is null',
});

export const Qualification = named('Qualification', {
  signature: words<QualificationResult['signature']>(SIGNATURES, 'The status of the signature, in the words of EU DSS'),
  certificateAtIssuance: words<QualificationResult['certificateAtIssuance']>(
    CERTIFICATES,
    'The status of the certificate when it was issued',
  ),
  certificateAtSigning: words<QualificationResult['certificateAtSigning']>(
    CERTIFICATES,
    'The status of the certificate when the signature is proven to have existed',
  ),
  qscd: nullable(flag('Whether the private key resides in a qualified device; null: the certificate is not qualified')),
  reasons: Type.Array(Reason, { description: 'Why the status is not a better one, the most important first' }),
});
