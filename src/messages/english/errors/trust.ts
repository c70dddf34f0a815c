/** The texts of errors about public trust. */
export const trustErrors = () =>
  ({
    // public trust
    'LIST_INVALID.adobe-rollback':
      'The list of Adobe (AATL) is refused: it was signed on {day}, before the one that is loaded ({loaded}).',
    'LIST_INVALID.adobe-future':
      'The list of Adobe (AATL) is refused: it was signed on {day}, in the future by the clock of this machine. Correct the clock.',
    'LIST_INVALID.adobe-shrunk':
      'The list of Adobe (AATL) is refused: it has {count} certificates, and the one that is loaded {loaded}; if that is known to be right, use --accept-shrink.',
    'LIST_INVALID.adobe-xml':
      'The list of Adobe (AATL) is refused: it is not well-formed XML, or too large ({reason}).',
    'LIST_INVALID.adobe-root': 'The list of Adobe (AATL) is refused: it has no SecuritySettings.',
    'LIST_INVALID.adobe-too-many': 'The list of Adobe (AATL) is refused: it has more than {limit} identities.',
    'LIST_INVALID.adobe-no-anchors':
      'The list of Adobe (AATL) is refused: it names no certificate as a trusted root of the source AATL.',
    'LIST_INVALID.adobe-element-repeated':
      'The list of Adobe (AATL) is refused: an identity has {count} elements {name}.',
    'LIST_INVALID.adobe-policy':
      'The list of Adobe (AATL) is refused: it has a certificate policy that is not an object identifier.',
    'LIST_INVALID.adobe-not-utf-8': 'The list of Adobe (AATL) is refused: it is not in UTF-8.',
    'LIST_INVALID.pdf-no-time': 'The PDF is not accepted: it does not state when it was signed.',
    'LIST_INVALID.pdf-not-certified':
      'The PDF is not accepted: it must have exactly one signature, which certifies it.',
    'LIST_INVALID.pdf-coverage': 'The PDF is not accepted: its signature does not cover the whole file.',
    'LIST_INVALID.pdf-no-attachment': 'The PDF is not accepted: it does not contain exactly one file {name}.',
    'LIST_INVALID.pdf-attachment-damaged': 'The PDF is not accepted: the file {name} in it cannot be unpacked.',
    'LIST_INVALID.pdf-attachment-size':
      'The PDF is not accepted: the file {name} in it is larger than {maxBytes} bytes.',
    'LIST_INVALID.pdf': 'The PDF is not accepted: {reason}',
    'LIST_INVALID.refused': 'The trusted list is refused: {why}.',
    'LIST_INVALID.refused.where': 'The trusted list is refused: {why} ({where}).',
    'TRUST_UNAVAILABLE.record-unreadable':
      'Cannot read {folder}, which records what is trusted: {reason}. Make it readable for this user.',
    'TRUST_UNAVAILABLE.folder-unreadable':
      'The folder of trusted certificates {folder} cannot be read: {reason}. Repair it, or move it away and add the certificates again with `docconv trust add`.',
    'TRUST_UNAVAILABLE.no-certificate':
      'There is no certificate in {folder}. Add one with `docconv trust add`, or omit "kept".',
    'TRUST_UNAVAILABLE.certificate-missing':
      'A trusted certificate cannot be used: {file} is missing. Add the certificate again with `docconv trust add`, or remove it with `docconv trust remove {fingerprint}`.',
    'TRUST_UNAVAILABLE.certificate-unreadable':
      'A trusted certificate cannot be used: {file} cannot be read: {reason}. Add the certificate again with `docconv trust add`, or remove it with `docconv trust remove {fingerprint}`.',
    'TRUST_UNAVAILABLE.certificate-other':
      'A trusted certificate cannot be used: {file} does not contain the certificate with the fingerprint in its name. Add the certificate again with `docconv trust add`, or remove it with `docconv trust remove {fingerprint}`.',

    // why a trusted list is refused
    'list.TOO_LARGE': 'it is larger than 20 MB',
    'list.TOO_COMPLEX':
      'it nests too deep, or it has too many elements in one part, attributes of one element, names or identifiers',
    'list.NOT_XML': 'it is not well-formed XML',
    'list.ENCODING': 'it is not XML 1.0 in UTF-8',
    'list.DOCTYPE': 'it has a DOCTYPE',
    'list.INSTRUCTION': 'it has a processing instruction',
    'list.NOT_A_LIST': 'it is not a trusted list',
    'list.NO_SIGNATURE': 'it is not signed',
    'list.SEVERAL_SIGNATURES': 'it has more than one signature',
    'list.SIGNATURE_MISPLACED': 'its signature is not directly in the root element',
    'list.SIGNATURE_STRUCTURE': 'its signature has unexpected or missing elements',
    'list.CANONICALIZATION': 'its signature uses a canonicalisation that is not permitted',
    'list.SIGNATURE_ALGORITHM': 'its signature uses an algorithm that is not permitted',
    'list.DIGEST_ALGORITHM': 'its signature uses a digest that is not permitted',
    'list.TRANSFORM': 'its signature uses a transform that is not permitted',
    'list.REFERENCES':
      'its signature does not cover the whole list and the signed properties, or it covers anything else',
    'list.DUPLICATE_ID': 'two elements have the same identifier',
    'list.COMMENT_IN_VALUE': 'a value is interrupted by a comment',
    'list.DOCUMENT_CHANGED': 'it was changed after it was signed',
    'list.PROPERTIES_CHANGED': 'the signed properties were changed after signing',
    'list.NO_SIGNER': 'its signature does not contain exactly one readable certificate',
    'list.WEAK_KEY': "its signer's key is too weak or of an unknown kind",
    'list.SIGNER_DIFFERS': 'the signed properties name another certificate than that of the signature',
    'list.SIGNING_TIME': "the signing time is missing or outside the validity of the signer's certificate",
    'list.SIGNATURE_INVALID': 'its signature value is wrong',
    'list.SIGNER_UNKNOWN': 'its signer is not among those who may sign it',
    'list.STRUCTURE': 'required elements are missing, repeated or misplaced',
    'list.VERSION': 'its version is not 3, 4, 5 or 6',
    'list.SEQUENCE': 'it has no sequence number',
    'list.TIME': 'it has an invalid date',
    'list.FUTURE':
      'it was issued in the future, by the clock of this machine: correct the clock, or wait for a corrected list',
    'list.HISTORY': 'the history of a service is not ordered from new to old',
    'list.CERTIFICATE': 'it contains a certificate that cannot be decoded',
    'list.NOT_LIST_OF_LISTS': 'it is not a list of trusted lists',
    'list.ANCHOR_OUTDATED':
      'it does not name the publication in the Official Journal that docconv knows; a newer one has replaced it. A newer docconv may know it; or add its certificates with: docconv trust anchor add',
    'list.TOO_MANY_PIVOTS': 'it names more than 20 pivots',
    'list.PIVOT_MISSING': 'a pivot cannot be read',
    'list.TERRITORY': 'it is the list of another territory',
    'list.ROLLBACK': 'it is older than the list that is loaded',
    'list.SHRUNK':
      'it has lost more than 20 % of the list that is loaded; if that is known to be right, use --accept-shrink',
  }) as const;
