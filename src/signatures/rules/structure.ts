/** Rules about the structure of a signature in the file: any deviation is FORMAT_FAILURE. */
import { message } from '../../messages/index.js';
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
  },
  {
    // other software may be able to validate it: the signature is not malformed
    id: 'signature-encoding',
    test: facts => passIf(facts.structure.encodingKnown),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: ({ subFilter }) => message('rule.signature-encoding.pass', { encoding: subFilter ?? '' }),
      fail: ({ subFilter }) =>
        subFilter === null
          ? message('rule.signature-encoding.fail.none')
          : message('rule.signature-encoding.fail', { encoding: subFilter }),
    },
  },
  {
    id: 'byte-range',
    test: facts => passIf(facts.structure.rangeWellFormed),
    onFail: FORMAT,
  },
  {
    // signature wrapping attacks place unsigned objects in the gap
    id: 'byte-range-gap',
    test: ({ structure }) => appliesIf(structure.rangeWellFormed, passIf(structure.gapIsContents)),
    onFail: FORMAT,
  },
  {
    id: 'byte-range-end',
    test: ({ structure }) => appliesIf(structure.gapIsContents, passIf(coversRevision(structure.coverage))),
    onFail: FORMAT,
    messages: {
      pass: ({ structure }) => message(`rule.byte-range-end.pass${structure.coverage === 'file' ? '.file' : ''}`),
    },
  },
  {
    id: 'signature-in-field',
    test: facts => passIf(facts.structure.inField),
    onFail: FORMAT,
  },
  {
    // a later revision can assign an existing signature to another field
    id: 'signature-covers-field',
    test: ({ structure }) => appliesIf(coversRevision(structure.coverage), passIf(structure.coversField)),
    onFail: FORMAT,
  },
  {
    id: 'signature-in-file',
    test: facts => passIfNot(facts.structure.inObjectStream),
    onFail: FORMAT,
  },
  {
    id: 'signature-keys-once',
    test: facts => passIf(facts.structure.duplicateKeys && repeatedKeys(facts).length === 0),
    onFail: FORMAT,
    messages: {
      fail: facts => message('rule.signature-keys-once.fail', { keys: repeatedKeys(facts).join(', ') }),
    },
  },
  {
    id: 'type-stated-once',
    test: facts => passIfNot(facts.structure.duplicateKeys && repeatsType(facts)),
    onFail: FORMAT,
  },
  {
    id: 'signature-unchanged',
    test: facts => passIf(facts.structure.unchanged),
    onFail: FORMAT,
  },
  {
    id: 'no-stray-bytes',
    test: facts => passIfNot(facts.structure.strayBytes),
    onFail: FORMAT,
  },
  {
    // where programs read the file differently, a change can be hidden
    id: 'later-revisions-readable',
    test: facts => passIfNot(facts.structure.laterDamage),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
  },
  {
    id: 'read-without-repair',
    test: facts => passIfNot(facts.structure.recovered),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
  },
);
