/** Texts of verdicts: of one document, of many, and why. */
export const verdictTexts = () =>
  ({
    // one verdict: as a word, as a headline, in words that need no knowledge of signatures, and in the help of the page
    'verdict.valid': 'valid',
    'verdict.intact': "intact, signer's identity not verified",
    'verdict.indeterminate': 'indeterminate',
    'verdict.invalid': 'invalid',
    'verdict.unsigned': 'unsigned',
    'headline.valid': 'Valid',
    'headline.intact': "Intact, signer's identity not verified",
    'headline.indeterminate': 'Indeterminate',
    'headline.invalid': 'Not valid',
    'headline.unsigned': 'Not signed',
    'headline.unreadable': 'Unreadable',
    'meaning.valid':
      'An authority that this service trusts confirms who signed, and nothing was changed that the signatures forbid.',
    'meaning.intact':
      'Nothing was changed that the signatures forbid. Who signed is not confirmed: no authority that this service trusts has checked the name. Ask the signer if it matters.',
    'meaning.indeterminate':
      'Some information is missing to confirm the signatures, or something could not be determined. The reason is given above.',
    'meaning.invalid': 'Do not rely on this document. Ask the sender about it.',
    'meaning.unsigned': 'Nobody has signed this file.',
    'help.valid': 'Nothing was changed that the signatures forbid, and who signed is confirmed.',
    'help.intact.word': 'Intact',
    'help.intact': 'Nothing was changed that the signatures forbid. Who signed is not confirmed.',
    'help.indeterminate':
      'Information is missing to confirm a signature, or something could not be determined. The reason is stated.',
    'help.invalid': 'The document was changed in a way that a signature forbids, or the signature itself has a fault.',
    'help.unsigned': 'The document has no signature.',

    // the verdicts of many files: "2 files: 1 valid, 1 unsigned"
    'summary.files': '{count} files: {verdicts}',
    'summary.valid': '{count} valid',
    'summary.intact': '{count} intact',
    'summary.invalid': '{count} invalid',
    'summary.indeterminate': '{count} indeterminate',
    'summary.unsigned': '{count} unsigned',
    'summary.unreadable': '{count} unreadable',

    // the reason of a verdict: one sentence
    'reason.unsigned': 'This PDF is not signed.',
    'reason.timestamp-only': 'This PDF has a document timestamp, but no signature.',
    'reason.invalid': '{signature} is not valid: {cause}',
    'reason.indeterminate': '{signature} cannot be trusted: {cause}',
    'reason.indeterminate.uncertain': '{signature} could not be confirmed: {cause}',
    'reason.intact': '{signed}, but {open}: {cause}',
    'reason.valid.one': "{signed}, and the signer's identity was verified.",
    'reason.valid.several': '{signed}, and every identity was verified.',
    'reason.open.one': "the signer's identity was not verified",
    'reason.open.several': 'not every identity was verified',
    'reason.open.timestamp': 'the authority of the document timestamp “{field}” was not verified',
    'reason.signed.changed': 'Signed by {names}; only permitted changes were made since',
    'reason.signed.unchanged': 'Signed by {names}; nothing was changed since',
    'reason.cause-unknown': 'It could not be validated.',
    'reason.signature.timestamp': 'The document timestamp “{field}”',
    'reason.signature.named': 'The signature of “{name}”',
    'reason.signature.unnamed': 'The signature “{field}”',
    'reason.signer-unnamed': 'a signer whose certificate has no name',
    'text.quoted': '“{text}”',
    'names.last': '{names} and {last}',
    'names.more': { one: '{names} and {count} other', other: '{names} and {count} others' },
  }) as const;
