/** What a rule of validation found, by its id and outcome. */
export const ruleTexts = () =>
  ({
    // findings: rules about the structure of a signature
    'rule.not-applicable': 'Does not apply to this signature.',
    'rule.unknown': 'This could not be determined.',
    'rule.signature-filled.pass': 'The signature field contains a signature.',
    'rule.signature-filled.fail': 'The signature field contains only a placeholder: nothing was signed.',
    'rule.signature-encoding.pass': 'The signature states a known encoding: {encoding}.',
    'rule.signature-encoding.fail': 'The signature has the encoding “{encoding}”, which docconv cannot validate.',
    'rule.signature-encoding.fail.none': 'The signature does not state its encoding: it has no /SubFilter.',
    'rule.byte-range.pass': 'The byte range has four numbers, starts at the first byte and ends inside the file.',
    'rule.byte-range.fail': 'The byte range of the signature is malformed.',
    'rule.byte-range-gap.pass': 'The byte range excludes only the signature value itself.',
    'rule.byte-range-gap.fail':
      'The byte range excludes more than the signature value, or it is read as another object, too: part of the document is not signed.',
    'rule.byte-range-gap.unknown':
      'Whether the signature value is read as another object, too, is unknown: an object cannot be read.',
    'rule.byte-range-end.pass': 'The byte range reaches to the end of a revision of the document.',
    'rule.byte-range-end.pass.file': 'The byte range reaches to the end of the file.',
    'rule.byte-range-end.fail': 'The byte range ends inside a revision: the rest of it is not signed.',
    'rule.byte-range-end.unknown':
      'Whether the byte range reaches to the end of a revision is unknown: the cross-reference of the file is damaged.',
    'rule.signature-in-field.pass': 'The signature belongs to a signature field.',
    'rule.signature-in-field.fail': 'The signature belongs to no signature field of the document.',
    'rule.signature-covers-field.pass': 'The signature was not assigned to its field after signing.',
    'rule.signature-covers-field.fail':
      'The signature was assigned to this field after signing: it does not sign the field.',
    'rule.signature-covers-field.unknown':
      'Whether the signature was assigned to this field after signing could not be determined.',
    'rule.signature-in-file.pass': 'The signature dictionary is not in a compressed object stream.',
    'rule.signature-in-file.fail': 'The signature dictionary is in a compressed object stream.',
    'rule.signature-keys-once.pass': 'No entry of the signature dictionary that counts occurs twice.',
    'rule.signature-keys-once.fail': 'The signature dictionary contains {keys} more than once.',
    'rule.type-stated-once.pass': 'The type of the signature is stated once.',
    'rule.type-stated-once.fail':
      'The timestamp dictionary contains /Type more than once; its /SubFilter states that it is a timestamp.',
    'rule.signature-unchanged.pass': 'The signature dictionary is the same in the last revision.',
    'rule.signature-unchanged.fail': 'The signature dictionary was changed, replaced or removed after signing.',
    'rule.no-stray-bytes.pass': 'Every byte after the signature belongs to a revision.',
    'rule.no-stray-bytes.fail': 'After signing, bytes were added that belong to no revision of the document.',
    'rule.later-revisions-readable.pass': 'The cross-reference of every later revision is correct.',
    'rule.later-revisions-readable.fail': 'A later revision is damaged: other programs may read a different document.',
    'rule.read-without-repair.pass': 'The cross-reference of the file is intact.',
    'rule.read-without-repair.fail':
      'The cross-reference of the file is damaged: other programs may read a different document.',

    // findings: rules about the signed message and its cryptography
    'rule.message-readable.pass': 'The signature can be decoded.',
    'rule.message-readable.fail': 'The signature cannot be decoded.',
    'rule.one-signer.pass': 'The signature has one signer.',
    'rule.one-signer.fail': 'The signature has {signers} signers; exactly one is permitted.',
    'rule.message-consistent.pass': 'The CMS versions and algorithms are consistent.',
    'rule.message-consistent.fail':
      'The CMS versions and algorithms are inconsistent: they were changed after signing.',
    'rule.detached.pass': 'The signature has no content of its own: it is detached.',
    'rule.detached.fail': 'The signature has content of its own, so it may not belong to this document.',
    'rule.content-type.pass': 'The signed attributes contain the content type once.',
    'rule.content-type.fail': 'The signed attributes do not contain the correct content type exactly once.',
    'rule.message-digest.pass': 'The signed attributes contain the message digest once.',
    'rule.message-digest.fail': 'The signed attributes do not contain the message digest exactly once.',
    'rule.attributes-once.pass': 'The signed attributes state the signing time and the policy at most once.',
    'rule.attributes-once.fail':
      'The signed attributes state the signing time or the signature policy several times or without a value, so that programs may show different ones.',
    'rule.signed-attributes-der.pass': 'The signed attributes are encoded as DER.',
    'rule.signed-attributes-der.fail':
      'The signed attributes are not in DER order; the signature was verified over the bytes as sent.',
    'rule.timestamp-content.pass': 'The content of the timestamp is as RFC 3161 defines it.',
    'rule.timestamp-content.fail.version': 'The timestamp has a version that is not defined.',
    'rule.timestamp-content.fail.extension':
      'The timestamp has a critical extension that docconv does not know, or the same extension twice.',
    'rule.timestamp-content.fail.certificate': 'The timestamp does not identify the certificate of its signer.',
    'rule.timestamp-content.fail.authority': 'The timestamp names another authority than its certificate does.',
    'rule.no-trailing-bytes.pass': 'Only padding follows the signature in /Contents.',
    'rule.no-trailing-bytes.fail': 'Data other than padding follows the signature in /Contents.',
    'rule.algorithms-agree.pass': 'The digest algorithm matches the signature algorithm.',
    'rule.algorithms-agree.fail': 'The stated digest algorithm is not the one that the signature uses.',
    'rule.algorithms-agree.unknown': 'The digest algorithm or the signature algorithm is not supported.',
    'rule.mask-digest.pass': 'The signature algorithm uses one digest.',
    'rule.mask-digest.fail':
      'RSASSA-PSS generates its mask with {digest} (MGF1): collisions of this digest do not affect the signature.',
    'rule.digest.pass': 'The signed bytes are unchanged.',
    'rule.digest.fail': 'The signed bytes were changed after signing.',
    'rule.digest.unknown': 'The digest could not be computed: its algorithm is not supported.',
    'rule.signature.pass': "The signature was made with the key of the signer's certificate.",
    'rule.signature.fail': "The signature was not made with the key of the signer's certificate.",
    'rule.signature.unknown':
      "The signature could not be verified: its algorithm is not supported, or the signer's key is missing.",

    // findings: rules about changes after signing
    'rule.changes-after-signing.pass': 'Later revisions contain only changes that the signature permits.',
    'rule.changes-after-signing.pass.none': 'No later revision changes the document.',
    'rule.changes-after-signing.fail':
      'The document was changed after signing in a way that the signature does not permit.',
    'rule.changes-after-signing.unknown': 'What was changed after signing could not be determined.',
    'rule.changes-after-signing.unknown.because': 'The changes after signing could not be judged completely: {doubt}.',
    'rule.changes-without-doubt.pass': 'No permitted change after signing needs review.',
    'rule.changes-without-doubt.fail': 'Review these changes: {changes}.',
    'rule.shows-one-content.pass': 'The document has no active content that alters how it is displayed.',
    'rule.shows-one-content.fail': 'The document can be displayed differently without being changed: {contents}.',
    'active.scripts': 'it contains JavaScript',
    'active.action-at-start': 'it runs an action when it is opened',
    'active.layers': 'it has layers that can be switched on and off',
    'active.actions': 'it has links or buttons that run actions, such as opening a web page or a program',
    'active.original': 'it contains another document, which LibreOffice opens instead of the pages',
    'active.external-streams': 'part of its content is in another file',
    'active.fonts': 'it uses fonts that are not embedded',
    'active.xfa': 'it contains an XFA form, which some programs show instead of the pages',

    // findings: rules about the certificate and the time; a rule that fails states its fault
    'rule.signer-certificate.pass': "The signer's certificate was found.",
    'rule.signer-certificate.fail': "The signer's certificate is not in the document.",
    'rule.signing-certificate.pass': 'The certificate is the one that the signing-certificate attribute identifies.',
    'rule.signing-certificate.fail.differs':
      'The signing-certificate attribute identifies another certificate, or none.',
    'rule.signing-certificate.fail.ambiguous':
      'Several certificates have the key of the signer, and the signature does not state which of them is meant.',
    'rule.signing-certificate.unknown':
      'The signing-certificate attribute uses an unsupported digest, so the certificate could not be compared.',
    'rule.algorithm-strength.pass': 'No weakness of algorithms or keys is known to affect this signature.',
    'rule.not-revoked.pass': 'No certificate is known to have been revoked before signing.',
    'rule.certificate-path.pass': 'The certificate chains to a trusted authority.',
    'rule.path-constraints.pass': 'Every certificate was used for its purpose.',
    'rule.certificate-validity.pass': 'No certificate is known to have been used outside its validity period.',
    'rule.lists-current.pass': 'No trusted list that names an authority of the signature is out of date.',
    'list.outdated': {
      one: '{list} (no. {number}) should have been replaced by {end}: it is 1 day out of date.',
      other: '{list} (no. {number}) should have been replaced by {end}: it is {count} days out of date.',
    },
    'rule.times-agree.pass': 'No times of the signature contradict each other.',
    'rule.times-agree.fail': 'The times of the signature contradict each other: {times}; {proven}.',
    'time.dictionary': 'the signature states {time}',
    'time.signing-time': 'its signed attributes state {time}',
    'time.timestamp': 'a timestamp states {time}',
    'time.document-timestamp': 'a later document timestamp states {time}',
    'time.clock': 'it was checked as of {time}',
    'time.proven': 'proven is that it existed on {time}',
    'time.not-proven': 'none of the times is proven',
    'rule.timestamp-order.pass': 'No timestamps contradict each other.',
    'rule.revocation-known.pass': 'Revocation data is available for every certificate that needs it.',
  }) as const;
