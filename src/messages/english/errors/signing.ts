/** The texts of errors about keys that sign, and about what holds them. */
export const signingErrors = () =>
  ({
    // key files
    'OPTION_INVALID.key-file': 'This file has no private key in PEM that can be read.',
    'OPTION_INVALID.certificate-file': 'This file has no certificate that can be read (PEM, DER or PKCS #7).',
    'OPTION_INVALID.key-of-other-certificate': 'No certificate of this file belongs to the key.',
    'PASSWORD_NEEDED.key-file': 'The private key is encrypted with a password.',
    'WRONG_PASSWORD.key-file': 'The password does not open the private key.',

    // tokens
    'OPTION_INVALID.pkcs11-module': 'The PKCS#11 module {module} cannot be loaded: {reason}',
    'OPTION_INVALID.no-token': 'The PKCS#11 module finds no token. Is it plugged in, and is its reader switched on?',
    'OPTION_INVALID.no-such-token': 'There is no token with the label "{token}". There are: {labels}.',
    'OPTION_INVALID.several-tokens': 'There are several tokens: {labels}. Choose one of them with --token.',
    'OPTION_INVALID.tokens-with-one-label':
      'Several tokens have the label "{token}". Unplug all but one, or give one of them another label.',
    'OPTION_INVALID.token-without-key': 'The token has no private key.',
    'OPTION_INVALID.no-such-key': 'The token has no private key with the label "{label}". It has: {labels}.',
    'OPTION_INVALID.several-keys':
      'The token has several private keys: {labels}. Choose one of them with --key-label, or by its certificate with --cert.',
    'OPTION_INVALID.keys-with-one-label':
      'Several private keys of the token have the label "{label}". Choose one of them by its certificate, with --cert.',
    'OPTION_INVALID.keys-beside-certificate':
      'The token has several private keys: {labels}. It does not have the certificate of --cert, which would tell the key. Store it in the token with the identifier of its key, or choose a key by a label of its own with --key-label.',
    'OPTION_INVALID.key-without-certificate':
      'The token has no certificate for the key {label}. Give a file with the certificate: --cert FILE.',
    'OPTION_UNSUPPORTED.token-mechanism': 'The token has no mechanism for signatures of the kind {algorithm}.',
    'PASSWORD_NEEDED.pin': 'The token "{token}" needs its PIN. Give a file with the PIN: --pin-file FILE.',
    'WRONG_PASSWORD.pin':
      'The PIN is wrong. It was tried once, and is not tried again: a token locks itself after a few wrong PINs.',
    'SIGNING_FAILED.pin-last-try':
      'The token "{token}" accepts one more PIN before it locks itself. This try is left to you: log in with the program of its maker first.',
    'SIGNING_FAILED.pin-locked':
      'The token accepts no PIN: it is locked, or the PIN has expired. Its maker has a program for that.',
    'SIGNING_FAILED.token-removed':
      'The token was removed, or does not answer any more. Plug it in and sign the rest again.',
    'SIGNING_FAILED.token-call': 'The PKCS#11 module has failed: {reason}',
    'SIGNING_FAILED.token-crashed': 'The process of the PKCS#11 module has ended: the module has crashed.',
    'SIGNING_FAILED.token-no-answer': 'The token did not answer within {seconds} s.',

    // programs
    'OPTION_INVALID.signer-command-empty': 'The signer command is empty.',
    'SIGNING_FAILED.command-not-started': 'The signer command cannot be started: {reason}',
    'SIGNING_FAILED.command-failed': 'The signer command has failed with status {status}: {errors}',
    'SIGNING_FAILED.command-no-answer': 'The signer command did not answer within {seconds} s. It was stopped.',

    // services
    'OPTION_INVALID.csc-url':
      'The URL of a signing service or its authorisation server must be one of HTTPS without a password or a query, such as https://sign.example.org/csc/v2.',
    'OPTION_INVALID.csc-authorisation':
      'The signing service needs an authorisation: --csc-token-file, or --csc-client with --csc-client-secret-file.',
    'OPTION_INVALID.csc-no-credential': 'The account at the signing service has no credential.',
    'OPTION_INVALID.csc-several-credentials':
      'The account at the signing service has several credentials. Choose one of them with --csc-credential: {ids}',
    'OPTION_INVALID.csc-credential-token':
      'The credential is authorised by OAuth 2.0 in a browser: give the access token with the scope "credential" by --csc-token-file.',
    'PASSWORD_NEEDED.csc-pin': 'The credential needs its PIN. Give a file with the PIN: --pin-file FILE.',
    'PASSWORD_NEEDED.csc-otp': 'The credential needs a one-time password. Give a file with it: --otp-file FILE.',
    'OPTION_UNSUPPORTED.service-algorithm': 'A signing service cannot make signatures of the kind {algorithm}.',
    'SIGNING_FAILED.service-refused': 'The signing service refuses {method} with status {status}: {reason}',
    'SIGNING_FAILED.access-token':
      'The access token has expired, or is not valid. Get a new one and sign the rest again.',
    'SIGNING_FAILED.no-access-token': 'The authorisation server of the signing service returned no access token.',
    'SIGNING_FAILED.authorisation-server':
      'The signing service states an authorisation server at another origin: {url}. If the secret of the client may be sent to it, give its URL by --csc-oauth-url.',
    'SIGNING_FAILED.no-authorisation': 'The signing service returned no authorisation (SAD).',
    'SIGNING_FAILED.authorisation-used-up':
      'The authorisation is used up or has expired, and the one-time password is valid once. Sign the rest with another one.',
    'SIGNING_FAILED.credential-disabled': 'The key of the credential is disabled.',

    // time-stamping authorities
    'USAGE.tsa-option-without-tsa': 'Options of a time-stamping authority need its URL: --tsa URL.',
    'USAGE.tsa-without-level': 'A signature of the level B has no timestamp. Use --tsa with --level T, LT or LTA.',
    'USAGE.tsa-cert-and-key': 'Mutual TLS needs both --tsa-cert FILE and --tsa-key FILE.',
    'OPTION_INVALID.timestamp-policy':
      'The policy "{policy}" is no object identifier. Write numbers with dots, such as 1.3.6.1.4.1.13762.3.',
    'OPTION_INVALID.timestamp-client-without-tls':
      'A certificate for the time-stamping authority needs a URL with https.',

    // all of them
    'SIGNING_FAILED.certificate-revoked': 'The certificate cannot sign any more: {reason} Nothing was written.',
    'SIGNING_FAILED.no-certificate': '{source} returned no certificate.',
    'SIGNING_FAILED.certificate-unreadable': '{source} returned a certificate that cannot be read.',
    'SIGNING_FAILED.not-json': '{source} returned something else than an object of JSON.',
    'SIGNING_FAILED.answer-too-long': '{source} returned more than is expected.',
    'SIGNING_FAILED.not-of-certificate':
      '{source} returned a signature that does not verify with the certificate. Nothing was signed.',

    // the signing service
    'CONFIG_INVALID.signing': 'The key of the setting signing ({file}) cannot be used: {reason}',
    'OPTION_INVALID.signing-member': 'The member "{name}" is no option with a text.',
    'OPTION_INVALID.signing-json': 'It is no JSON object.',
    'OPTION_INVALID.signing-option': '"{reason}" is no option for the key or its time-stamping authority.',
    'SIGNING_FAILED.key': 'The key of the signing service cannot be used: {reason}',
    'SIGNING_FAILED.authority': 'What the signature needs cannot be fetched: {reason}',
    'SIGNING_FAILED.authority-fails':
      'A time-stamping authority or a source of revocation data does not answer as it should.',
    'SIGNING_FAILED.not-available': 'The signing process asked for something that its settings do not permit.',
    'SIGNING_FAILED.expired': 'The certificate of the signing service is valid from {from} to {to} only.',
    'SIGNING_FAILED.other-data': 'The signing process asked for a signature over something else than a PDF.',
    'SIGNING_FAILED.other-certificate': 'The key of the signing service has another certificate now. Sign again.',
    'OVERLOADED.signings': 'Too many documents wait for their signature. Try again later.',
    'CLOSED.signing': 'The signing service is closed.',
    'VERIFICATION_CRASHED.signing': 'The process that signs crashed on this document.',
    'VERIFICATION_CRASHED.signing-did-not-start': 'The process that signs does not start: {reason}',
    'LIMIT_EXCEEDED.signing-time': 'Signing takes more than {seconds} s. It was stopped.',
    'LIMIT_EXCEEDED.signing-memory': 'Signing needs more than {limit} MiB of memory: {reason}',

    'CANCELLED.signing': 'Signing was cancelled.',
  }) as const;
