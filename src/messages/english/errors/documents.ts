/** The texts of errors about documents. */
export const documentErrors = () =>
  ({
    // the document
    'EMPTY_FILE.named': '{name} is empty.',
    'EMPTY_FILE.file': 'The file is empty.',
    'EMPTY_FILE.document': '{subject} is empty.',
    'TOO_LARGE.document-of-size': 'The document is too large: {size} MiB, at most {limit} MiB allowed.',
    'TOO_LARGE.download': 'The file behind the URL is larger than the {limit} bytes allowed.',
    'TOO_LARGE.documents-of-job':
      'The documents of the job and their PDFs are together larger than {limit} MB. Merge fewer of them.',
    'TOO_LARGE.pdf-to-sign': 'This PDF is larger than {limit} MB, the maximum that docconv signs.',
    'TOO_LARGE.base64': 'The document is larger than the allowed {limit} MB.',
    'TOO_LARGE.document': 'The document is too large: at most {limit} MiB allowed.',
    'TOO_LARGE.pipe': '{name} is larger than {limit} MB. Save it as a file first.',
    'TOO_LARGE.upload': 'The document is larger than {limit} MB, the limit of this service.',
    'TOO_LARGE.uploads': 'The documents of a request are together larger than {limit} MB, the limit of this service.',
    'UNSUPPORTED_FORMAT.dynamic-xfa':
      'The PDF is a dynamic XFA form, which has no pages of its own. Print it to a PDF first.',
    'UNSUPPORTED_FORMAT.compound-file':
      '{subject} is an OLE compound file, but not a Word, Excel or PowerPoint document.',
    'UNSUPPORTED_FORMAT.engine':
      'The embedded LibreOffice does not read {format} ({title}), an installed one does. Install LibreOffice, or use --engine auto.',
    'UNSUPPORTED_FORMAT.unknown': '{subject} is damaged or has a format that docconv does not support.',
    'UNSUPPORTED_FORMAT.pdf': 'This is a PDF already, so it is not converted.',
    'UNSUPPORTED_FORMAT.text':
      '{subject} is text, whose format cannot be detected from its bytes. Use --from txt, csv or html, or md for Markdown.',
    'UNSUPPORTED_FORMAT.picture':
      '{subject} is a picture that docconv does not convert ({picture}). Save it as PNG or JPEG.',
    'UNSUPPORTED_FORMAT.mail':
      '{subject} is a mail. Print it to a PDF in a mail program, or use --from mhtml for the page in it.',
    'UNSUPPORTED_FORMAT.iwork':
      '{subject} is a document of Pages, Numbers or Keynote. Export it there to Word, Excel, PowerPoint or PDF.',
    'UNSUPPORTED_FORMAT.zip': '{subject} is a ZIP archive, but no document.',
    'UNSUPPORTED_FORMAT.package': '{subject} is a package of the type {type}, which docconv does not convert.',
    'FORMAT_MISMATCH.damaged':
      '{subject} is damaged or has an unknown format, but its name indicates {expected} ({title}).',
    'FORMAT_MISMATCH.damaged.from':
      '{subject} is damaged or has an unknown format, but --from is {expected} ({title}).',
    'FORMAT_MISMATCH.text':
      '{subject} is plain text, but its name indicates {expected} ({title}). Rename it, or use --from txt.',
    'FORMAT_MISMATCH.text.from':
      '{subject} is plain text, but --from is {expected} ({title}). Rename it, or use --from txt.',
    'FORMAT_MISMATCH.other':
      '{subject} has the format {found} ({foundTitle}), but its name indicates {expected} ({title}). Rename it to .{extension}, or use --from {found}.',
    'FORMAT_MISMATCH.other.from':
      '{subject} has the format {found} ({foundTitle}), but --from is {expected} ({title}). Use --from {found}, or omit --from.',
    'CORRUPT_DOCUMENT.engine-package': 'The package of the engine contains more than regular files.',
    'CORRUPT_DOCUMENT.encryption': 'The document is encrypted, and its encryption is damaged.',
    'CORRUPT_DOCUMENT.no-pixels': 'The picture is damaged: none of its pixels can be read.',
    'CORRUPT_DOCUMENT.pages-not-counted': 'This PDF is damaged: its pages cannot be counted.',
    'CORRUPT_DOCUMENT.pdf-cross-reference':
      'This PDF is damaged: its cross-reference cannot be read, and scanning the file found no pages.',
    'CORRUPT_DOCUMENT.pdf-encryption-missing':
      'This PDF is damaged: it is encrypted, but its encryption dictionary is missing.',
    'CORRUPT_DOCUMENT.stream-for-dictionary': 'This PDF has a stream where a dictionary is required.',
    'CORRUPT_DOCUMENT.number-not-finite': 'This PDF has a number that is not finite.',
    'CORRUPT_DOCUMENT.pdf-not-written': 'This PDF is damaged: it cannot be written anew.',
    'CORRUPT_DOCUMENT.no-page-for-field': 'This PDF has no page for the signature field.',
    'CORRUPT_DOCUMENT.no-catalog': 'This PDF has no catalog.',
    'CORRUPT_DOCUMENT.asn1-algorithms-differ':
      'An ASN.1 structure cannot be read: its two signature algorithms differ.',
    'CORRUPT_DOCUMENT.asn1-serial-number-repeated':
      'An ASN.1 structure cannot be read: it lists one serial number too often.',
    'CORRUPT_DOCUMENT.asn1-truncated': 'An ASN.1 structure cannot be read: it ends too early.',
    'CORRUPT_DOCUMENT.asn1-subtree': 'A name constraint cannot be processed: it has a minimum or a maximum.',
    'CORRUPT_DOCUMENT.asn1-issuer-unreadable':
      'An ASN.1 structure cannot be read: it names a certificate issuer that is unreadable.',
    'CORRUPT_DOCUMENT.asn1-ocsp-status':
      'An ASN.1 structure cannot be read: the OCSP response has the error status {status}.',
    'CORRUPT_DOCUMENT.asn1-ocsp-not-basic': 'An ASN.1 structure cannot be read: it is not a basic OCSP response.',
    'CORRUPT_DOCUMENT.asn1-ocsp-too-many': 'An ASN.1 structure cannot be read: it is about too many certificates.',
    'CORRUPT_DOCUMENT.asn1-not-signed-data': 'An ASN.1 structure cannot be read: it is not CMS SignedData.',
    'CORRUPT_DOCUMENT.asn1-content-info': 'An ASN.1 structure cannot be read: the ContentInfo has too many fields.',
    'CORRUPT_DOCUMENT.asn1-not-ocsp': 'An ASN.1 structure cannot be read: it is not an OCSP response.',
    'CORRUPT_DOCUMENT.asn1-after-certificate': 'An ASN.1 structure cannot be read: something follows the certificate.',
    'CORRUPT_DOCUMENT.asn1-not-timestamp-token': 'An ASN.1 structure cannot be read: it is not a timestamp token.',
    'CORRUPT_DOCUMENT.asn1-name-too-many-parts': 'An ASN.1 structure cannot be read: a name has too many parts.',
    'CORRUPT_DOCUMENT.asn1-statement-too-many-fields':
      'An ASN.1 structure cannot be read: a statement has too many fields.',
    'CORRUPT_DOCUMENT.asn1-statement-ambiguous': 'An ASN.1 structure cannot be read: a statement is ambiguous.',
    'CORRUPT_DOCUMENT.asn1-statement-empty': 'An ASN.1 structure cannot be read: a statement is empty.',
    'CORRUPT_DOCUMENT.asn1-country': 'An ASN.1 structure cannot be read: a country is not a code of two letters.',
    'CORRUPT_DOCUMENT.asn1-currency': 'An ASN.1 structure cannot be read: a currency is unreadable.',
    'CORRUPT_DOCUMENT.asn1-disclosure': 'An ASN.1 structure cannot be read: a disclosure statement is unreadable.',
    'CORRUPT_DOCUMENT.asn1-not-der': 'An ASN.1 structure cannot be read: it is not encoded as DER.',
    'CORRUPT_DOCUMENT.asn1-depth': 'An ASN.1 structure cannot be read: it is nested too deeply.',
    'CORRUPT_DOCUMENT.asn1-tag-number': 'An ASN.1 structure cannot be read: it uses a tag number above 30.',
    'CORRUPT_DOCUMENT.asn1-tag-form': 'An ASN.1 structure cannot be read: tag {identifier} has the wrong form.',
    'CORRUPT_DOCUMENT.asn1-length-too-large': 'An ASN.1 structure cannot be read: a length is too large.',
    'CORRUPT_DOCUMENT.asn1-structure-missing': 'An ASN.1 structure cannot be read: a structure is missing.',
    'CORRUPT_DOCUMENT.asn1-field-missing': 'An ASN.1 structure cannot be read: a field is missing.',
    'CORRUPT_DOCUMENT.asn1-tag': 'An ASN.1 structure cannot be read: tag {expected} was expected, {found} found.',
    'CORRUPT_DOCUMENT.asn1-object-identifier-too-large':
      'An ASN.1 structure cannot be read: an object identifier is too large.',
    'CORRUPT_DOCUMENT.asn1-object-identifier-empty':
      'An ASN.1 structure cannot be read: an object identifier is empty.',
    'CORRUPT_DOCUMENT.asn1-integer-empty': 'An ASN.1 structure cannot be read: an integer is empty.',
    'CORRUPT_DOCUMENT.asn1-integer-range': 'An ASN.1 structure cannot be read: an integer is out of range.',
    'CORRUPT_DOCUMENT.asn1-string-depth': 'An ASN.1 structure cannot be read: a string is nested too deeply.',
    'CORRUPT_DOCUMENT.asn1-bit-string-unreadable': 'An ASN.1 structure cannot be read: a bit string is unreadable.',
    'CORRUPT_DOCUMENT.asn1-date-unreadable': 'An ASN.1 structure cannot be read: a date is unreadable.',
    'CORRUPT_DOCUMENT.asn1-date-range': 'An ASN.1 structure cannot be read: a date is out of range.',
    'CORRUPT_DOCUMENT.cfb-stream-size': 'The document is damaged: it declares a stream that is larger than the file.',
    'CORRUPT_DOCUMENT.cfb-stream-truncated': 'The document is damaged: a stream is truncated.',
    'CORRUPT_DOCUMENT.cfb-sector-size': 'The document is damaged: its sectors have an unknown size.',
    'CORRUPT_DOCUMENT.cfb-sector-number': 'The document is damaged: a sector number lies outside the file.',
    'CORRUPT_DOCUMENT.cfb-cycle': 'The document is damaged: its sectors form a cycle.',
    'CORRUPT_DOCUMENT.truncated': 'The document is damaged: it is truncated, or an offset lies outside the file.',
    'CORRUPT_DOCUMENT.book-package-missing':
      'The document is damaged: META-INF/container.xml names no package document.',
    'CORRUPT_DOCUMENT.archive-without-parts':
      'The document is damaged: the web archive names no boundary of its parts.',
    'CORRUPT_DOCUMENT.archive-too-deep': 'The document is damaged: the web archive has too many parts within parts.',
    'CORRUPT_DOCUMENT.archive-without-page': 'The document is damaged: the web archive has no page.',
    'CORRUPT_DOCUMENT.book-no-chapters': 'The document is damaged: the book has no chapters.',
    'CORRUPT_DOCUMENT.book-file-missing': 'The document is damaged: the file {part} of the book is missing.',
    'CORRUPT_DOCUMENT.part-too-large': 'The document is damaged: {part} is too large for such a part.',
    'CORRUPT_DOCUMENT.part-unpacked-size': 'The document is damaged: {part} does not unpack to the size it declares.',
    'CORRUPT_DOCUMENT.zip-split': 'The document is damaged: it is split into several files.',
    'CORRUPT_DOCUMENT.zip-directory-offset':
      'The document is damaged: its ZIP directory is not at the declared offset.',
    'CORRUPT_DOCUMENT.zip-directory-missing':
      'The document is damaged: its ZIP directory is missing; the file may be truncated.',
    'CORRUPT_DOCUMENT.zip64-record-missing': 'The document is damaged: its ZIP64 record is missing.',
    'CORRUPT_DOCUMENT.zip64-record-offset': 'The document is damaged: its ZIP64 record is not at the declared offset.',
    'CORRUPT_DOCUMENT.zip-end-records': 'The document is damaged: its two end records disagree.',
    'CORRUPT_DOCUMENT.zip-directory-length':
      'The document is damaged: its directory does not have the declared length.',
    'CORRUPT_DOCUMENT.zip-directory-damaged': 'The document is damaged: its directory is damaged.',
    'CORRUPT_DOCUMENT.part-name':
      'The document is damaged: a part refers to {part}, whose name in the package is {found}, so that LibreOffice does not find it.',
    'CORRUPT_DOCUMENT.part-compression':
      'The document is damaged: {part} uses a compression method that documents do not use.',
    'CORRUPT_DOCUMENT.part-two-sizes': 'The document is damaged: {part} declares two different sizes.',
    'CORRUPT_DOCUMENT.part-offset': 'The document is damaged: a part is not at the offset that the directory declares.',
    'CORRUPT_DOCUMENT.part-record': 'The document is damaged: a part and its directory record disagree.',
    'CORRUPT_DOCUMENT.part-overlaps': 'The document is damaged: {part} overlaps another part.',
    'CORRUPT_DOCUMENT.part-overlaps-directory': 'The document is damaged: a part overlaps the directory.',
    'CORRUPT_DOCUMENT.impossible-size': 'The document is damaged: it declares an impossible size.',
    'CORRUPT_DOCUMENT.tiff-page-data': 'The document is damaged: the data of a page lies outside the file.',
    'CORRUPT_DOCUMENT.part-count': 'The document is damaged: {part} has more than {max} elements of interest.',
    'CORRUPT_DOCUMENT.entities':
      'The document is damaged: {part} declares entities, which LibreOffice does not read. Save it again in its program.',
    'CORRUPT_DOCUMENT.part-xml': 'The document is damaged: {part} is not well-formed XML.',
    'CORRUPT_DOCUMENT.document-xml': 'The document is damaged: it is not well-formed XML.',
    'CORRUPT_DOCUMENT.picture': 'The picture is damaged: its data end too early, or are not what its structure states.',
    'CORRUPT_DOCUMENT.rtf-open-groups':
      'The document is damaged: it ends within a group of Rich Text, so that its end is probably missing.',
    'CORRUPT_DOCUMENT.no-pages': 'The document is damaged: the PDF has no pages.',
    'CORRUPT_DOCUMENT.not-signable-cross-reference':
      'This PDF cannot be signed: its cross-reference is damaged. Save it with another program first.',
    'CORRUPT_DOCUMENT.not-signable-placeholder':
      'This PDF cannot be signed: it contains an unused signature placeholder. Save it with another program first.',
    'CORRUPT_DOCUMENT.not-signable-appended':
      'This PDF cannot be signed: a revision cannot be appended in a way that every reader understands. Save it with another program first.',
    'CORRUPT_DOCUMENT.page-not-an-object':
      'Nothing can be printed on page {page} of this PDF: it is not an object of its own.',
    'CORRUPT_DOCUMENT.page-content': 'Nothing can be printed on page {page} of this PDF: its content is damaged.',
    'CORRUPT_DOCUMENT.main-part-empty': '{subject} is damaged: its part {part} is empty.',
    'CORRUPT_DOCUMENT.main-part-missing': '{subject} is damaged: its part {part} is missing.',
    'CORRUPT_DOCUMENT.no-main-part': '{subject} is damaged: no relationship names its main part.',
    'PASSWORD_NEEDED.document': 'The document is encrypted: it needs its password.',
    'PASSWORD_NEEDED.pdf': 'This PDF is encrypted with a password. Supply the password to open it.',
    'PASSWORD_NEEDED.pkcs12': 'The PKCS#12 file is protected by a password.',
    'PASSWORD_NEEDED.hint': '{problem} Use --{option}-file, or set {variable}.',
    'WRONG_PASSWORD.document': 'That is not the password of the document.',
    'WRONG_PASSWORD.pdf': 'The password does not open this PDF.',
    'WRONG_PASSWORD.pkcs12': 'The password does not open the PKCS#12 file.',
    'ENCRYPTION_UNSUPPORTED.twice': 'The document is encrypted twice.',
    'ENCRYPTION_UNSUPPORTED.drm':
      'The book is protected by DRM, which docconv cannot remove. Convert a copy without protection.',
    'ENCRYPTION_UNSUPPORTED.zip': "{part} uses ZIP encryption: save the document with its program's own encryption.",
    'ENCRYPTION_UNSUPPORTED.stamp': 'Nothing can be printed on the pages of an encrypted PDF.',
    'ENCRYPTION_UNSUPPORTED.pdf-security-handler':
      "This PDF is encrypted with the security handler '{handler}', which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).",
    'ENCRYPTION_UNSUPPORTED.pdf-version':
      'This PDF is encrypted with version {version}, revision {revision} of the standard security handler, which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).',
    'ENCRYPTION_UNSUPPORTED.pdf-crypt-filter':
      "This PDF is encrypted with the crypt filter '{name}', which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).",
    'ENCRYPTION_UNSUPPORTED.key-iterations':
      "The document is encrypted with an impossible number of key iterations, which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.key-size':
      "The document is encrypted with a key of an unusual size, which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.odf-aes-gcm':
      "The document is encrypted with the experimental ODF method of LibreOffice 24.8 (AES-GCM, Argon2), which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.key-derivation':
      "The document is encrypted with an unusual key derivation, which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.office-method':
      "The document is encrypted with an old or unusual method, which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.unnamed-method':
      "The document is encrypted with an unnamed method, which docconv cannot open. Save it with its program's default encryption.",
    'ENCRYPTION_UNSUPPORTED.method':
      "The document is encrypted with {method}, which docconv cannot open. Save it with its program's default encryption.",
    'LIMIT_EXCEEDED.temporary-files': 'The document needs more space for temporary files than docconv allows it.',
    'LIMIT_EXCEEDED.decryption-time':
      'The document could not be decrypted within {seconds} s. Save it without a password.',
    'LIMIT_EXCEEDED.merge-usage': 'Reading the PDF takes more than docconv allows ({reason}).',
    'LIMIT_EXCEEDED.merge-memory': 'Reading the PDF takes more memory than docconv allows.',
    'LIMIT_EXCEEDED.image-pixels':
      'Page {page} would become an image of more than {limit} pixels (limit "imagePixels"). Use a smaller --dpi.',
    'LIMIT_EXCEEDED.html-report':
      'The report of this document is too long for an HTML page. Request it as JSON ("report": "json").',
    'LIMIT_EXCEEDED.pdf-work': 'Reading this PDF takes too much work: it is very large, or built to exhaust readers.',
    'LIMIT_EXCEEDED.comparison-time':
      'The pages that were changed after signing could not be rendered and compared within {seconds} s.',
    'LIMIT_EXCEEDED.pdf-streams': 'The streams of this PDF decode to more than the limit of {limit} MB.',
    'LIMIT_EXCEEDED.pdf-cross-reference':
      'The cross-reference of this PDF has {actual} entries or more; the limit for a file of {fileSize} bytes is {limit}.',
    'LIMIT_EXCEEDED.markdown-depth': 'The quotes, lists or paragraphs of this text are nested too deeply or too long.',
    'LIMIT_EXCEEDED.form-field-depth': 'The form fields of this PDF are nested deeper than {limit} levels.',
    'LIMIT_EXCEEDED.form-field-name': 'A form field of this PDF has a name of more than {limit} characters.',
    'LIMIT_EXCEEDED.changed-pages': 'The changed pages are too large to be rendered.',
    'LIMIT_EXCEEDED.signatures': 'This PDF has more than the limit of {limit} signatures.',
    'LIMIT_EXCEEDED.verification-usage': 'Verifying this document needs more than this service allows ({reason}).',
    'LIMIT_EXCEEDED.verification-memory':
      'Verifying this document needs more than the {limit} MiB of memory that this service allows.',
    'LIMIT_EXCEEDED.verification-time':
      'Verifying this document takes longer than the {seconds} s that this service allows.',
    'LIMIT_EXCEEDED.conversion-memory': 'The document needs more memory than docconv allows it ({amount} MiB).',
    'LIMIT_EXCEEDED.conversion-time': 'The document needs more processor time than docconv allows it ({amount} s).',
    'LIMIT_EXCEEDED.conversion-processes': 'The document needs more processes than docconv allows it ({amount}).',
    'LIMIT_EXCEEDED.conversion-disk': 'The document needs more disk space than docconv allows it ({amount} MiB).',
    'LIMIT_EXCEEDED.document': 'The document exceeds the limit "{limit}" ({meaning}): {actual}, at most {max} allowed.',
    'LIMIT_EXCEEDED.document.part':
      'The document exceeds the limit "{limit}" ({meaning}): {actual} in {part}, at most {max} allowed.',
    'NOT_A_PDF.no-header': 'This is not a PDF: it does not start with %PDF.',
    'BASE64_INVALID.document': 'The document cannot be decoded: it is not base64.',
    'NOT_PERMITTED.restricted': 'The author of this PDF permits signing only with its owner password. Give that one.',
    'NOT_PERMITTED.restricted-to-fields':
      'The author of this PDF permits a new signature field only with its owner password. Give that one, or sign in an existing field (--field).',
    'NOT_PERMITTED.field-locked':
      'An earlier signature locks the field {field}: another signature would invalidate it.',
    'NOT_PERMITTED.certified':
      'This PDF is certified so that no changes are permitted: another signature would invalidate it.',
    'NOT_PERMITTED.no-changes':
      'An earlier signature permits no further changes: another signature would invalidate it.',
    'PDF_SIGNED.operation': {
      one: 'The PDF has a signature, which this would break. Use --break-signatures to remove it.',
      other: 'The PDF has {count} signatures, which this would break. Use --break-signatures to remove them.',
    },
    'NOT_PERMITTED.level-not-reached':
      'The level {level} was not reached, only {reached}: {reason} Nothing was written.',
    'NOT_PERMITTED.signature-not-valid': 'The result did not pass the check and was not written: {reason}',
    'NOT_PERMITTED.earlier-signature':
      'The earlier signature of “{name}” in the field {field} would not be valid any more: {reason}. Nothing was written.',
    'NOT_PERMITTED.extend-unsigned':
      'This PDF has no signature that can be extended. A timestamp can be added with docconv timestamp.',
    'NOT_PERMITTED.extend-no-level': 'The signature {field} cannot be extended: it has no baseline level (PAdES).',
    'NOT_PERMITTED.extend-not-valid':
      'The signature {field} cannot be extended, because it is not valid: {reason} No later timestamp can help it.',
    'NOT_PERMITTED.extend-expired':
      'The signature {field} cannot be extended: its certificate expired on {day}, and no timestamp proves that it was made before.',
    'HAS_WARNINGS.strict': {
      one: '{count} warning with --strict. {messages}',
      other: '{count} warnings with --strict. {messages}',
    },
    'PDFA_INVALID.facturx':
      'An electronic invoice has to be a PDF/A-3, and this PDF does not state that it is one. Convert its document with --facturx instead.',
    'PDFA_INVALID.intents':
      'The merged PDF would not be {standard} and was not written: its documents have output intents with different profiles of colours.',
    'PDFA_INVALID.rules': {
      one: 'The PDF breaks a rule of {standard} and was not written. Required: {required}.',
      other: 'The PDF breaks {count} rules of {standard} and was not written. Required: {required}.',
    },
    'PDFA_INVALID.rules.more':
      'The PDF breaks {count} rules of {standard} and was not written. Required: {required}; and others.',

    'PDFA_INVALID.pictures':
      '{refusal} Without a description: {places}. Add it in the document (in Word and PowerPoint “Edit Alt Text”, in LibreOffice “Alt Text”), and convert again.',
    'PDFA_INVALID.pictures.more': {
      one: '{refusal} Without a description: {places}; and {count} more. Add it in the document (in Word and PowerPoint “Edit Alt Text”, in LibreOffice “Alt Text”), and convert again.',
      other:
        '{refusal} Without a description: {places}; and {count} more. Add them in the document (in Word and PowerPoint “Edit Alt Text”, in LibreOffice “Alt Text”), and convert again.',
    },
    'picture.place': 'page {page}, picture {picture}',

    // of one of the inputs of a merge
    'merge.failed': '{name}: {reason}',
    'merge.failed.others': '{name}: {reason} Nothing was merged (other inputs: {others}).',
  }) as const;
