/**
 * The texts of errors in English, by code: each states what failed, why, and what to do next. A function, because most starts
 * need none of them: as a constant they would take 1 ms of the start of each process.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export function errorTexts() {
  return {
    // usage and configuration
    'USAGE.socket-on-windows': 'On Windows, docconv uses no unix sockets: name a host and a port instead of {path}',
    'USAGE.socket-path-too-long': 'The path of a socket has at most {limit} bytes, choose a shorter one: {path}',
    'USAGE.server-address': '"{value}" is not the address of a server: write it like https://docs.example.org.',
    'USAGE.server-address-credentials':
      '"{value}" is not the address of a server: remove the user name and password; docconv login saves the API key.',
    'USAGE.server-address-query':
      '"{value}" is not the address of a server: remove the query and fragment (everything from ? or #).',
    'CONFIG_INVALID.proxy':
      'The proxy in the environment is not usable. Set HTTPS_PROXY and HTTP_PROXY like http://proxy.example.org:3128.',
    'CONFIG_INVALID.smtp-unencrypted':
      'The SMTP password for {host} would be sent unencrypted. Set smtpSecurity to starttls or tls.',
    'CONFIG_INVALID.saved-keys-unreadable':
      'Cannot read the saved keys in {file}. Repair the file, or move it away and run docconv login again.',
    'CONFIG_INVALID.temporary-folder':
      'Cannot write temporary files to {folder}: {reason}. Set {variable} to another folder.',
    'OPTION_INVALID.address-range': '"{value}" is not a range of addresses. Write it like 10.1.2.0/24.',
    'OPTION_INVALID.request-not-sendable': 'The request cannot be sent: {reason}.',
    'OPTION_INVALID.not-pkcs12': 'This is not a PKCS#12 file (.p12 or .pfx).',
    'OPTION_INVALID.pkcs12-unreadable': 'The PKCS#12 file cannot be read: {reason}',
    'OPTION_INVALID.field-already-signed': 'The field {name} is already signed.',
    'OPTION_INVALID.pkcs12-no-key': 'The PKCS#12 file contains no private key.',
    'OPTION_INVALID.pkcs12-no-certificate': 'The PKCS#12 file contains no certificate for its key.',
    'OPTION_INVALID.no-empty-field':
      'This PDF has no empty signature field {name}. It has none: leave out --field to get a new one.',
    'OPTION_INVALID.no-such-field': 'This PDF has no empty signature field {name}. It has these: {names}.',
    'OPTION_INVALID.certificate-expired': 'The certificate expired on {day}, so the signature would not be valid.',
    'OPTION_INVALID.certificate-not-yet-valid':
      'The certificate is not valid before {time}, so the signature would not be valid.',
    'OPTION_INVALID.unknown-member': '{member} is not a member of {object}. Its members are {known}.',
    'OPTION_UNSUPPORTED.identity-rsa-size': 'This identity cannot sign: an RSA key of {bits} bits is too short.',
    'OPTION_UNSUPPORTED.identity-key-type':
      'This identity cannot sign: keys of type {type} are not supported (use RSA, EC or Ed25519).',
    'OPTION_UNSUPPORTED.identity-curve': 'This identity cannot sign: the curve {curve} is too small.',
    'OPTION_UNSUPPORTED.identity-serial-number':
      'This identity cannot sign: the serial number of its certificate is negative.',

    // files on this machine
    'FILE_NOT_FOUND.missing': '{subject} does not exist.',
    'FILE_UNREADABLE.not-a-file': '{path} is not a file.',
    'FILE_UNREADABLE.size-changed': 'Cannot read {file}: its size changed while it was sent.',
    'FILE_UNREADABLE.cannot-read': 'Cannot read {name}: {reason}.',
    'FILE_UNREADABLE.name-not-utf8': '{subject} has a name that is not UTF-8. Rename it.',
    'OUTPUT_UNWRITABLE.cannot-write': 'Cannot write {path}: {reason}.',
    'OUTPUT_UNWRITABLE.socket': 'Cannot write {path}: it is a socket.',
    'OUTPUT_UNWRITABLE.disk': 'Cannot write {path}: it is a disk.',
    'OUTPUT_UNWRITABLE.windows-name': 'Cannot write {path}: {problem}. Choose another name.',
    'DISK_FULL.saved-keys': 'The disk is full: cannot save keys in {folder}.',
    'DISK_FULL.not-written': 'The disk is full: {path} was not written.',
    'DISK_FULL.other': 'The disk is full: {reason}',

    // the document
    'EMPTY_FILE.file': 'The file is empty.',
    'TOO_LARGE.download': 'The file behind the URL is larger than the {limit} bytes allowed.',
    'TOO_LARGE.pdf-to-sign': 'This PDF is larger than {limit} MB, the maximum that docconv signs.',
    'TOO_LARGE.base64': 'The document is larger than the allowed {limit} MB.',
    'TOO_LARGE.document': 'The document is too large: at most {limit} MiB allowed.',
    'CORRUPT_DOCUMENT.pdf-cross-reference':
      'This PDF is damaged: its cross-reference cannot be read, and scanning the file found no pages.',
    'CORRUPT_DOCUMENT.pdf-encryption-missing':
      'This PDF is damaged: it is encrypted, but its encryption dictionary is missing.',
    'CORRUPT_DOCUMENT.stream-for-dictionary': 'This PDF has a stream where a dictionary is required.',
    'CORRUPT_DOCUMENT.number-not-finite': 'This PDF has a number that is not finite.',
    'CORRUPT_DOCUMENT.no-page-for-field': 'This PDF has no page for the signature field.',
    'CORRUPT_DOCUMENT.no-catalog': 'This PDF has no catalog.',
    'CORRUPT_DOCUMENT.asn1-algorithms-differ':
      'An ASN.1 structure cannot be read: its two signature algorithms differ.',
    'CORRUPT_DOCUMENT.asn1-serial-number-repeated':
      'An ASN.1 structure cannot be read: it lists one serial number too often.',
    'CORRUPT_DOCUMENT.asn1-truncated': 'An ASN.1 structure cannot be read: it ends too early.',
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
    'CORRUPT_DOCUMENT.not-signable-cross-reference':
      'This PDF cannot be signed: its cross-reference is damaged. Save it with another program first.',
    'CORRUPT_DOCUMENT.not-signable-placeholder':
      'This PDF cannot be signed: it contains an unused signature placeholder. Save it with another program first.',
    'CORRUPT_DOCUMENT.not-signable-appended':
      'This PDF cannot be signed: a revision cannot be appended in a way that every reader understands. Save it with another program first.',
    'PASSWORD_NEEDED.pdf': 'This PDF is encrypted with a password. Supply the password to open it.',
    'PASSWORD_NEEDED.pkcs12': 'The PKCS#12 file is protected by a password.',
    'WRONG_PASSWORD.pdf': 'The password does not open this PDF.',
    'WRONG_PASSWORD.pkcs12': 'The password does not open the PKCS#12 file.',
    'ENCRYPTION_UNSUPPORTED.pdf-security-handler':
      "This PDF is encrypted with the security handler '{handler}', which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).",
    'ENCRYPTION_UNSUPPORTED.pdf-version':
      'This PDF is encrypted with version {version}, revision {revision} of the standard security handler, which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).',
    'ENCRYPTION_UNSUPPORTED.pdf-crypt-filter':
      "This PDF is encrypted with the crypt filter '{name}', which docconv does not support. It supports password encryption (RC4, AES-128, AES-256).",
    'LIMIT_EXCEEDED.pdf-time':
      'Reading this PDF takes longer than {milliseconds} ms: it is very large, or built to exhaust readers.',
    'LIMIT_EXCEEDED.pdf-streams': 'The streams of this PDF decode to more than the limit of {limit} MB.',
    'LIMIT_EXCEEDED.pdf-cross-reference':
      'The cross-reference of this PDF has {actual} entries or more; the limit for a file of {fileSize} bytes is {limit}.',
    'LIMIT_EXCEEDED.form-field-depth': 'The form fields of this PDF are nested deeper than {limit} levels.',
    'LIMIT_EXCEEDED.form-field-name': 'A form field of this PDF has a name of more than {limit} characters.',
    'NOT_A_PDF.no-header': 'This is not a PDF: it does not start with %PDF.',
    'BASE64_INVALID.document': 'The document cannot be decoded: it is not base64.',
    'NOT_PERMITTED.field-locked':
      'An earlier signature locks the field {field}: another signature would invalidate it.',
    'NOT_PERMITTED.certified':
      'This PDF is certified so that no changes are permitted: another signature would invalidate it.',
    'NOT_PERMITTED.no-changes':
      'An earlier signature permits no further changes: another signature would invalidate it.',

    // conversion and verification processes
    'CANCELLED.plain': 'Cancelled.',
    'CANCELLED.download': 'The download was cancelled.',
    'CANCELLED.with-job': 'Cancelled, and the job on the server as well.',
    'CANCELLED.without-job': 'Cancelled, but the server did not confirm that it cancelled the job {job}.',

    // the network
    'URL_FORBIDDEN.incomplete': 'This is not a complete URL. Write it like https://example.org/file.pdf.',
    'URL_FORBIDDEN.scheme': 'URLs that start with {scheme} are not fetched, only {permitted}.',
    'URL_FORBIDDEN.credentials': 'A URL with a name or password in it is not fetched.',
    'URL_FORBIDDEN.port': 'URLs with port {port} are not fetched, only those with port {permitted}.',
    'URL_FORBIDDEN.no-host': 'This URL has no usable host name.',
    'URL_FORBIDDEN.not-public': 'The host {host} has no public address, and only public ones are fetched.',
    'URL_FORBIDDEN.downgrade': 'The server {host} redirects from https to http, which is not followed.',
    'URL_FORBIDDEN.other-origin': 'Requests are sent to {origin} only.',
    'URL_FORBIDDEN.other-address': 'The connection reached another address than the one that was checked.',
    'FETCH_FAILED.redirects': 'The URL redirects more than {limit} times.',
    'FETCH_FAILED.name-not-found': 'The name {host} could not be looked up.',
    'FETCH_FAILED.not-reached': '{host} could not be reached, or closed the connection.',
    'FETCH_FAILED.proxy-refused': 'The proxy refused the connection to {host} with status {status}.',
    'FETCH_FAILED.proxy-wants-password':
      'The proxy refused the connection to {host} with status {status}. It wants a name and a password: HTTPS_PROXY=http://name:password@proxy.example.org:3128',
    'FETCH_FAILED.status': 'The server {host} answered with status {status}.',
    'FETCH_FAILED.compressed': 'The server {host} sent a compressed response, which was not requested.',
    'FETCH_FAILED.redirect-not-url': 'The server {host} redirects to something that is not a URL.',
    'FETCH_TIMEOUT.no-answer': '{host} did not answer in time.',
    'REMOTE_REFUSED.images-unreadable': 'The server sent images in a way that this docconv cannot read.',
    'REMOTE_REFUSED.job-unreadable': '{server} described a job in a way that this docconv cannot read.',
    'REMOTE_REFUSED.key-not-returned': '{server} did not return the key of this request. Is it a docconv server?',
    'REMOTE_REFUSED.older-server': '{server} runs an older docconv: update it.',
    'REMOTE_REFUSED.no-jobs': 'The server has no jobs: it runs an older docconv. Omit --no-wait.',
    'REMOTE_UNREACHABLE.not-reached': 'Cannot reach {server}: {reason}.',
    'REMOTE_UNREACHABLE.response-interrupted': 'The response was interrupted: {reason}.',

    // keys and mail
    'MAIL_FAILED.outbox': 'Cannot write the mail into {folder}. Check the permissions of the folder.',
    'MAIL_FAILED.server': 'Cannot send the mail by {server}: {reason}',
    'MAIL_FAILED.not-in-time': 'Cannot send the mail: the mail server did not finish in time.',
    'STORE_BUSY.locked': 'Another docconv process holds the lock {path}. Try again, or stop that process first.',

    // defects of docconv
    'INTERNAL.other': 'Internal error: {reason}',
    'INTERNAL.self-test-not-valid': 'The self-test of signatures failed: a new signature was not valid: {reason}',
    'INTERNAL.self-test-not-detected':
      'The self-test of signatures failed: a changed letter in the signed content was not detected',

    // reasons of the operating system
    'system.ENOENT': 'its folder does not exist',
    'system.ENOTDIR': 'its folder is a file',
    'system.EEXIST': 'a file has this name',
    'system.EACCES': 'permission denied',
    'system.EPERM': 'permission denied',
    'system.EISDIR': 'it is a folder',
    'system.ENXIO': 'it is a socket, or a device that does not exist',
    'system.EPIPE': 'its reader closed the pipe',
    'system.EROFS': 'the file system is read-only',
    'system.ELOOP': 'too many symbolic links',
    'system.ENAMETOOLONG': 'the name is too long',
    'system.EMFILE': 'too many open files',
    'system.ERR_INVALID_FILE_URL_PATH': 'not a valid file URL',
    'system.ERR_INVALID_FILE_URL_HOST': 'a file URL must not name another host',

    // reasons of the network
    'network.ECONNREFUSED': 'connection refused; check that the server is running',
    'network.ENOTFOUND': 'the host name does not exist',
    'network.EAI_AGAIN': 'the host name could not be resolved',
    'network.EHOSTUNREACH': 'no route to the host',
    'network.ENETUNREACH': 'the network is unreachable',
    'network.ENOENT': 'the socket does not exist',
    'network.EACCES': 'permission denied for the socket',
    'network.ETIMEDOUT': 'the connection timed out',
    'network.ECONNRESET': 'the server closed the connection',
    'network.EPIPE': 'the server closed the connection',
    'network.CERT_HAS_EXPIRED': 'the server certificate has expired',
    'network.DEPTH_ZERO_SELF_SIGNED_CERT': 'the server certificate is self-signed (see NODE_EXTRA_CA_CERTS)',
    'network.SELF_SIGNED_CERT_IN_CHAIN':
      'the server certificate is issued by an unknown authority (see NODE_EXTRA_CA_CERTS)',
    'network.UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      'the server certificate is issued by an unknown authority (see NODE_EXTRA_CA_CERTS)',
    'network.ERR_TLS_CERT_ALTNAME_INVALID': 'the server certificate is for a different host name',
    'network.ERR_SSL_WRONG_VERSION_NUMBER': 'the server does not use TLS on this port (try http://)',
  } as const;
}
