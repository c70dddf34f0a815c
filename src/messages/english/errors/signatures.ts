/** The texts of errors about what a signature shows, requires and permits. */
export const signatureErrors = () =>
  ({
    'CORRUPT_DOCUMENT.not-signable-hybrid':
      'This PDF has a hybrid cross-reference: programs read different objects from it, so what a signature covers would depend on the program. Rewrite it first, for example with `qpdf in.pdf out.pdf`, which invalidates signatures that it has.',
    'NOT_PERMITTED.certify-not-first':
      'This PDF is signed already, and only its first signature can certify it. Sign it without --certify.',
    'NOT_PERMITTED.lock-unreadable':
      'The lock (/Lock) of the field {field} is damaged: programs would lock different fields.',
    'NOT_PERMITTED.seed-unreadable': 'The requirements (/SV) of the field {field} are damaged.',
    'NOT_PERMITTED.seed-unknown': 'The field {field} has requirements (/SV) that docconv does not know.',
    'NOT_PERMITTED.seed-filter':
      'The field {field} requires the signature handler {required}; docconv writes Adobe.PPKLite.',
    'NOT_PERMITTED.seed-sub-filter': 'The field {field} requires a signature of the format {required}, not {used}.',
    'NOT_PERMITTED.seed-digest':
      'The field {field} requires the digest {required}; signatures of this key use {used}. Sign with another key.',
    'NOT_PERMITTED.seed-reasons':
      'The field {field} permits only these reasons: {required}. State one of them with --reason.',
    'NOT_PERMITTED.seed-no-reason': 'The field {field} permits no reason. Leave out --reason.',
    'NOT_PERMITTED.seed-legal-attestation':
      'The field {field} requires a legal attestation in a certification, which docconv does not write. Sign without --certify.',
    'NOT_PERMITTED.seed-revocation':
      'The field {field} requires revocation data in the signature itself, where PAdES does not permit it.',
    'NOT_PERMITTED.seed-lock-document':
      'The field {field} requires that the signature locks the document. Sign with --certify no-changes, as the first signature.',
    'NOT_PERMITTED.seed-no-lock':
      'The field {field} requires that the signature does not lock the document. Sign without --certify no-changes.',
    'NOT_PERMITTED.seed-appearance':
      'The field {field} requires an appearance of a certain name, which docconv does not have.',
    'NOT_PERMITTED.seed-approval': 'The field {field} permits no certification. Sign without --certify.',
    'NOT_PERMITTED.seed-certify':
      'The field {field} requires a certification. Sign with --certify {required}, as the first signature.',
    'NOT_PERMITTED.seed-timestamp':
      'The field {field} requires a timestamp of {required}. Sign with --level T, LT or LTA and --tsa, without --allow-lower-level.',
    'NOT_PERMITTED.seed-certificate-subject': 'The field {field} requires the certificate of another signer.',
    'NOT_PERMITTED.seed-certificate-issuer':
      'The field {field} requires a certificate of another issuer, or the certificates between the two are missing.',
    'NOT_PERMITTED.seed-certificate-policy':
      'The field {field} requires a certificate with one of these policies: {required}.',
    'NOT_PERMITTED.seed-certificate-usage':
      'The field {field} requires a certificate with another key usage: {required}, one character for each bit.',
    'NOT_PERMITTED.seed-certificate-service':
      'The field {field} requires that the service {required} signs, which docconv does not use.',
    'USAGE.visible-parts':
      'State where the signature is shown: --visible page=1,rect=X,Y,WIDTH,HEIGHT, or --visible field.',
    'OPTION_INVALID.no-such-choice': 'The value {value} of {option} is invalid. It has to be one of {choices}.',
    'OPTION_INVALID.signing-time': 'The option at is not a valid date.',
    'OPTION_INVALID.lock-value':
      'The value “{value}” of --lock is invalid. Write all, only=NAME,NAME or except=NAME,NAME.',
    'OPTION_INVALID.visible-value':
      'The value “{value}” of --visible is invalid. Write page=1,rect=X,Y,WIDTH,HEIGHT or page=last,rect=... in points, or field with --field.',
    'OPTION_INVALID.visible-place':
      'A visible signature in a new field needs a page and an area: --visible page=1,rect=X,Y,WIDTH,HEIGHT.',
    'OPTION_INVALID.visible-area': 'The area of a visible signature needs numbers, and a width and height above 0.',
    'OPTION_INVALID.visible-area-small': 'The area of the visible signature is too small for its content and margins.',
    'OPTION_INVALID.visible-page': 'There is no page {page} for the visible signature: the PDF has {count}.',
    'OPTION_INVALID.visible-outside':
      'The area of the visible signature is not inside page {page}, which is shown with {width} x {height} points.',
    'OPTION_INVALID.visible-field-has-place':
      'The field has its own page and area. Write --visible field, or leave out --field.',
    'OPTION_INVALID.field-without-area':
      'The field {name} has no area on a page, so its signature cannot be visible. Leave out --field to get a new one.',
    'OPTION_INVALID.field-hidden':
      'The field {name} is hidden or in a layer, so its signature cannot be visible for everybody. Leave out --field to get a new one.',
    'OPTION_INVALID.visible-without-layout':
      'The text of a visible signature has to be laid out: set "layOut" to layOutText, or "text" to an empty string.',
    'OPTION_INVALID.visible-text-glyphs':
      'No font has these characters of the visible signature: {characters}. Install a font that has them, or use another text.',
    'OPTION_INVALID.visible-text-characters':
      'The visible signature cannot show these characters: {characters}. They control a device or change the direction of the text. Use another text, or leave out the field that has them.',
    'OPTION_INVALID.visible-text-empty': 'The text of the visible signature shows nothing.',
    'OPTION_INVALID.visible-text-too-small':
      'The text of the visible signature would be smaller than {limit} points. Use a larger area, or a shorter text.',
    'OPTION_INVALID.visible-text-field':
      'The text of the visible signature has the field {field}, which does not exist. It can have {fields}.',
    'OPTION_INVALID.visible-image-format': 'The image of the visible signature is neither PNG nor JPEG.',
    'OPTION_INVALID.visible-image-damaged': 'The image of the visible signature is damaged.',
    'OPTION_INVALID.visible-image-kind':
      'The image of the visible signature is a JPEG of a kind that PDFs cannot show. Save it as RGB with 8 bits per colour.',
    'OPTION_INVALID.visible-image-archival':
      'The image of the visible signature is a JPEG with CMYK colours, which are not for a PDF/A. Save it as RGB.',
    'OPTION_INVALID.visible-image-size': 'The image of the visible signature has more than {limit} pixels.',
    'OPTION_INVALID.lock-of-field':
      'The field has a lock of its own, which the signature repeats. Sign it without --lock.',
    'OPTION_INVALID.lock-no-such-field': 'There is no field {name} that could be locked.',

    // the signer, its certificate and the level
    'OPTION_INVALID.timestamp-url': 'The address of the time-stamping authority is not a complete URL.',
    'OPTION_INVALID.timestamp-authority-needed': 'No time-stamping authority is named: add --tsa URL.',
    'OPTION_INVALID.level-needs-trust':
      'The level {level} needs trusted certificates, to which those of the signer and of the timestamps lead: see docconv trust.',
    'OPTION_INVALID.level-needs-network': 'The level {level} needs a fetcher for timestamps and revocation data.',
    'OPTION_UNSUPPORTED.identity-rsa-size': 'This identity cannot sign: an RSA key of {bits} bits is too short.',
    'OPTION_UNSUPPORTED.identity-key-type':
      'This identity cannot sign: keys of type {type} are not supported (use RSA, EC or Ed25519).',
    'OPTION_UNSUPPORTED.identity-curve': 'This identity cannot sign: the curve {curve} is too small.',
    'OPTION_UNSUPPORTED.identity-curve-parameters':
      'This identity cannot sign: the curve of its certificate has no name that is known. Get a certificate for a named curve, such as P-256.',
    'OPTION_INVALID.not-pkcs12':
      'This is not a PKCS#12 file (.p12 or .pfx). A Java keystore can be converted to one, for example by the command importkeystore of keytool.',
    'OPTION_UNSUPPORTED.pkcs12-encryption':
      'The PKCS#12 file is encrypted by a scheme that is not supported. Write it again with AES, for example by the command pkcs12 of openssl, whose option legacy reads old schemes.',
    'OPTION_INVALID.pkcs12-unreadable': 'The PKCS#12 file cannot be read: {reason}',
    'OPTION_INVALID.pkcs12-no-key': 'The PKCS#12 file contains no private key.',
    'OPTION_INVALID.pkcs12-several-keys':
      'The PKCS#12 file has several keys that can sign: {names}. Choose one of them with --key-label.',
    'OPTION_INVALID.pkcs12-no-such-key': 'The PKCS#12 file has no key with the name "{label}". It has: {names}.',
    'OPTION_INVALID.pkcs12-no-certificate': 'The PKCS#12 file contains no certificate for its key.',
    'OPTION_UNSUPPORTED.key-encryption':
      'The private key is encrypted with an old scheme. Convert it to PKCS #8 with AES, for example by the command pkcs8 of openssl.',
    'OPTION_UNSUPPORTED.key-iterations':
      'The key is encrypted with too many iterations: docconv supports {limit} in all. Export it again with fewer.',
    'OPTION_UNSUPPORTED.identity-serial-number':
      'This identity cannot sign: the serial number of its certificate is negative.',
    'OPTION_INVALID.certificate-expired': 'The certificate expired on {day}, so the signature would not be valid.',
    'OPTION_INVALID.certificate-not-yet-valid':
      'The certificate is not valid before {time}, so the signature would not be valid.',
    'OPTION_INVALID.certificate-purpose': 'The signature would not be valid: {reason} Use another certificate.',
    'OPTION_INVALID.no-empty-field':
      'This PDF has no empty signature field {name}. It has none: leave out --field to get a new one.',
    'OPTION_INVALID.field-direct':
      'The signature field {name} cannot be signed: it is no indirect object (ISO 32000-2, 12.7.4.1). Leave out --field to get a new one.',
    'OPTION_INVALID.field-several-widgets':
      'The signature field {name} cannot be signed: it is in several places, and a signature has only one (ISO 32000-2, 12.7.5.5). Leave out --field to get a new one.',
    'OPTION_INVALID.no-such-field': 'This PDF has no empty signature field {name}. It has these: {names}.',
    'OPTION_INVALID.field-already-signed': 'The field {name} is already signed.',
    'OPTION_INVALID.self-signed-name': '--self-signed takes a non-empty name.',
  }) as const;
