/** Rules about the structure of a signature in the file: any deviation is FORMAT_FAILURE. */
import type { SignatureFacts } from '../facts/types.js';
import { appliesIf, coversRevision, defineRules, failed, indeterminate, passIf, passIfNot } from './rule.js';

const FORMAT = failed('FORMAT_FAILURE');

/** 12.8.5: /Type of a document timestamp may be absent; /SubFilter decides. */
const isType = ({ subFilter }: SignatureFacts, key: string): boolean => key === 'Type' && subFilter === 'ETSI.RFC3161';

/** Those that software may read differently. */
const repeatedKeys = (facts: SignatureFacts): readonly string[] =>
  (facts.structure.duplicateKeys ?? []).filter(key => !isType(facts, key));

const repeatsType = (facts: SignatureFacts): boolean =>
  facts.structure.duplicateKeys?.some(key => isType(facts, key)) ?? false;

export const STRUCTURE_RULES = defineRules(
  {
    id: 'signature-filled',
    test: facts => passIf(facts.structure.filled),
    onFail: FORMAT,
    messages: {
      pass: 'The signature field contains a signature.',
      fail: 'The signature field contains only a placeholder: nothing was signed.',
    },
  },
  {
    // other software may be able to validate it: the signature is not malformed
    id: 'signature-encoding',
    test: facts => passIf(facts.structure.encodingKnown),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: facts => `The signature states a known encoding: ${facts.subFilter}.`,
      fail: ({ subFilter }) =>
        subFilter === null
          ? 'The signature does not state its encoding: it has no /SubFilter.'
          : `The signature has the encoding ${subFilter}, which docconv cannot validate.`,
    },
  },
  {
    id: 'byte-range',
    test: facts => passIf(facts.structure.rangeWellFormed),
    onFail: FORMAT,
    messages: {
      pass: 'The byte range has four numbers, starts at the first byte and ends inside the file.',
      fail: 'The byte range of the signature is malformed.',
    },
  },
  {
    // signature wrapping attacks place unsigned objects in the gap
    id: 'byte-range-gap',
    test: ({ structure }) => appliesIf(structure.rangeWellFormed, passIf(structure.gapIsContents)),
    onFail: FORMAT,
    messages: {
      pass: 'The byte range excludes only the signature value itself.',
      fail: 'The byte range excludes more than the signature value: part of the document is not signed.',
    },
  },
  {
    id: 'byte-range-end',
    test: ({ structure }) => appliesIf(structure.gapIsContents, passIf(coversRevision(structure.coverage))),
    onFail: FORMAT,
    messages: {
      pass: facts =>
        facts.structure.coverage === 'file'
          ? 'The byte range reaches to the end of the file.'
          : 'The byte range reaches to the end of a revision of the document.',
      fail: 'The byte range ends inside a revision: the rest of it is not signed.',
    },
  },
  {
    id: 'signature-in-field',
    test: facts => passIf(facts.structure.inField),
    onFail: FORMAT,
    messages: {
      pass: 'The signature belongs to a signature field.',
      fail: 'The signature belongs to no signature field of the document.',
    },
  },
  {
    // a later revision can assign an existing signature to another field
    id: 'signature-covers-field',
    test: ({ structure }) => appliesIf(coversRevision(structure.coverage), passIf(structure.coversField)),
    onFail: FORMAT,
    messages: {
      pass: 'The signature was not assigned to its field after signing.',
      fail: 'The signature was assigned to this field after signing: it does not sign the field.',
    },
  },
  {
    id: 'signature-in-file',
    test: facts => passIfNot(facts.structure.inObjectStream),
    onFail: FORMAT,
    messages: {
      pass: 'The signature dictionary is not in a compressed object stream.',
      fail: 'The signature dictionary is in a compressed object stream.',
    },
  },
  {
    id: 'signature-keys-once',
    test: facts => passIf(facts.structure.duplicateKeys && repeatedKeys(facts).length === 0),
    onFail: FORMAT,
    messages: {
      pass: 'No entry of the signature dictionary that counts occurs twice.',
      fail: facts => `The signature dictionary contains ${repeatedKeys(facts).join(', ')} more than once.`,
    },
  },
  {
    id: 'type-stated-once',
    test: facts => passIfNot(facts.structure.duplicateKeys && repeatsType(facts)),
    onFail: FORMAT,
    messages: {
      pass: 'The type of the signature is stated once.',
      fail: 'The timestamp dictionary contains /Type more than once; its /SubFilter states that it is a timestamp.',
    },
  },
  {
    id: 'signature-unchanged',
    test: facts => passIf(facts.structure.unchanged),
    onFail: FORMAT,
    messages: {
      pass: 'The signature dictionary is the same in the last revision.',
      fail: 'The signature dictionary was changed, replaced or removed after signing.',
    },
  },
  {
    id: 'no-stray-bytes',
    test: facts => passIfNot(facts.structure.strayBytes),
    onFail: FORMAT,
    messages: {
      pass: 'Every byte after the signature belongs to a revision.',
      fail: 'After signing, bytes were added that belong to no revision of the document.',
    },
  },
  {
    // where programs read the file differently, a change can be hidden
    id: 'later-revisions-readable',
    test: facts => passIfNot(facts.structure.laterDamage),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The cross-reference of every later revision is correct.',
      fail: 'A later revision is damaged: other programs may read a different document.',
    },
  },
  {
    id: 'read-without-repair',
    test: facts => passIfNot(facts.structure.recovered),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The cross-reference of the file is intact.',
      fail: 'The cross-reference of the file is damaged: other programs may read a different document.',
    },
  },
);
