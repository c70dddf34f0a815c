/** Rules about the place of a signature in the file: what is not exactly right there is FORMAT_FAILURE. */
import { appliesIf, coversRevision, defineRules, failed, indeterminate, passIf, passIfNot } from './rule.js';

const FORMAT = failed('FORMAT_FAILURE');

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
    id: 'signature-encoding',
    test: facts => passIf(facts.structure.encodingKnown),
    onFail: FORMAT,
    messages: {
      pass: facts => `The signature is encoded as ${facts.subFilter}.`,
      fail: facts => `The signature is encoded in a way that is not supported (${facts.subFilter ?? 'not named'}).`,
    },
  },
  {
    id: 'byte-range',
    test: facts => passIf(facts.structure.rangeWellFormed),
    onFail: FORMAT,
    messages: {
      pass: 'The byte range has four numbers, starts at the first byte and lies inside the file.',
      fail: 'The byte range that the signature claims to cover is malformed.',
    },
  },
  {
    // signature wrapping: whatever else stands in the gap is not signed
    id: 'byte-range-gap',
    test: ({ structure }) => appliesIf(structure.rangeWellFormed, passIf(structure.gapIsContents)),
    onFail: FORMAT,
    messages: {
      pass: 'Only the signature itself is left out of the byte range.',
      fail: 'The signature leaves out more, or something else, than itself: part of the document is not signed.',
    },
  },
  {
    id: 'byte-range-end',
    test: ({ structure }) => appliesIf(structure.gapIsContents, passIf(coversRevision(structure.coverage))),
    onFail: FORMAT,
    messages: {
      pass: facts =>
        facts.structure.coverage === 'file'
          ? 'The signature covers the whole file.'
          : 'The signature covers one revision of the document completely.',
      fail: 'The signature ends in the middle of a revision: the rest of it is not signed.',
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
    id: 'signature-in-file',
    test: facts => passIfNot(facts.structure.inObjectStream),
    onFail: FORMAT,
    messages: {
      pass: 'The signature dictionary stands in the file itself.',
      fail: 'The signature dictionary is hidden in a compressed object stream.',
    },
  },
  {
    id: 'signature-keys-once',
    test: ({ structure }) => passIf(structure.duplicateKeys && structure.duplicateKeys.length === 0),
    onFail: FORMAT,
    messages: {
      pass: 'No entry of the signature dictionary is given twice.',
      fail: facts => `The signature dictionary gives ${facts.structure.duplicateKeys?.join(', ')} more than once.`,
    },
  },
  {
    id: 'signature-unchanged',
    test: facts => passIf(facts.structure.unchanged),
    onFail: FORMAT,
    messages: {
      pass: 'The signature dictionary reads the same in the last revision.',
      fail: 'The signature dictionary was changed, replaced or removed after signing.',
    },
  },
  {
    id: 'no-stray-bytes',
    test: facts => passIfNot(facts.structure.strayBytes),
    onFail: FORMAT,
    messages: {
      pass: 'No bytes were added that belong to no revision.',
      fail: 'Bytes were added after signing that belong to no revision of the document.',
    },
  },
  {
    // what readers see differently could be what was changed
    id: 'later-revisions-readable',
    test: facts => passIfNot(facts.structure.laterDamage),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'Every object that was added later stands where the cross-reference says.',
      fail: 'What was added after signing is damaged: programs may see different documents.',
    },
  },
  {
    id: 'read-without-repair',
    test: facts => passIfNot(facts.structure.recovered),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The file could be read as its cross-reference says.',
      fail: 'The file is damaged and was read by searching it for objects: other programs may see another document.',
    },
  },
);
