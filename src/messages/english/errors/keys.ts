/** The texts of errors about keys and mail. */
export const keyErrors = () =>
  ({
    'CODE_INVALID.not-a-code': 'That is not a code: a code has 8 letters and digits, without 0, O, 1, I, L and U.',
    'CODE_INVALID.wrong-used-or-expired': 'The code is wrong, used or expired. Check it, or request a new one.',
    'KEY_MISSING.not-saved': 'No API key is saved. Save one with: docconv login --server URL',
    'KEY_MISSING.not-saved-for-server':
      'There is no API key for {server}. Save one with: docconv login --server {server}, or get one with: docconv register --server {server}',
    'KEY_MISSING.request':
      'This request needs an API key. Send it in the header "Authorization: Bearer KEY"; to get a key, call GET /v1/auth/register?email=ADDRESS.',
    'KEY_INVALID.unknown-or-revoked':
      'This API key is unknown or revoked. Check it for typing errors, or register again to get a new one.',
    'KEY_INVALID.expired': 'This API key expired on {day}. Register again to get a new one.',
    'KEY_INVALID.replaced':
      'This API key was replaced on {day}. Use the key that replaced it, or register again to get a new one.',
    'KEY_NOT_PERMITTED.sign': 'This API key may not sign documents. The operator of the service can permit it.',
    'KEY_NOT_PERMITTED.rotate-own-key-only': 'A key can be rotated only by a request that sends this key.',
    'KEY_NOT_PERMITTED.key-was-rotated': 'This key was replaced by a rotation. Send the new key to rotate it.',
    'KEY_NOT_PERMITTED.list-needs-admin':
      'Only an admin key can list the keys of all addresses. The operator of the service can create one.',
    'RATE_LIMITED.requests-per-minute':
      'The limit of {limit} requests per minute is reached. Try again in {seconds} s.',
    'RATE_LIMITED.codes.seconds': 'Too many codes were requested. Try again in {seconds} seconds.',
    'RATE_LIMITED.codes.minutes': 'Too many codes were requested. Try again in {minutes} minutes.',
    'MAIL_FAILED.outbox': 'Cannot write the mail into {folder}. Check the permissions of the folder.',
    'MAIL_FAILED.server': 'Cannot send the mail by {server}: {reason}',
    'MAIL_FAILED.not-in-time': 'Cannot send the mail: the mail server did not finish in time.',
    'STORE_DAMAGED.job-not-decryptable':
      'A job cannot be decrypted: it was made with another storeSecret, or changed in the database.',
    'STORE_DAMAGED.code-secret': '{path} is damaged. Remove it to create a new one; pending codes become invalid.',
    'STORE_DAMAGED.key-store-of-later-version':
      'The key store {path} was written by a later docconv (format {version}) and was not changed. Update docconv, and restart docconv serve.',
    'STORE_DAMAGED.key-store':
      'The key store {path} is damaged and was not changed. Repair it, or move it away to start with an empty one.',
    'STORE_DAMAGED.index-of-lists':
      'The index of the trusted lists ({path}) is damaged or of another version of docconv. Run: {remedy}',
    'STORE_DAMAGED.description-of-lists': 'The description of the trusted lists is damaged. Run: docconv trust update',
    'STORE_DAMAGED.list': 'The list of {url} is damaged. Run: docconv trust update',
    'STORE_DAMAGED.list-signers': '{file} is damaged. Remove it, and add the signers of the list of lists again.',
    'STORE_DAMAGED.generation': 'The generation {generation} cannot be used.',
    'STORE_BUSY.locked': 'Another docconv process holds the lock {path}. Try again, or stop that process first.',
    'STORE_UNAVAILABLE.store': 'The store {target} cannot be used: {reason}.',
    'STORE_UNAVAILABLE.files': 'Files of the service cannot be used: {reason}.',
    'STORE_UNAVAILABLE.s3-other-bytes':
      'The documents in {name} cannot be used: it returned other bytes than those that were written.',
    'STORE_UNAVAILABLE.s3-not-removed': 'The documents in {name} cannot be used: a removed object is still there.',
    'STORE_UNAVAILABLE.s3': 'The documents in {name} cannot be used: {reason}',
    'STORE_UNAVAILABLE.s3-status': 'The documents in {name} cannot be used: S3 answered {status} {code}.',
    'STORE_OUTDATED.job-documents': 'The document was saved by a server with another jobDocuments than this one has.',
    'STORE_OUTDATED.schema-of-later-version':
      'The store has the schema {version} of a later docconv, and this one knows {needed}. Update docconv.',
    'STORE_OUTDATED.no-job-tables': 'The store has no tables for jobs. Run: docconv store migrate',
    'STORE_OUTDATED.job-tables':
      'The store has version {version} of the tables for jobs, and {needed} is needed. Run: docconv store migrate',
    'STORE_OUTDATED.job-tables-of-later-version': 'The tables for jobs are of a later docconv. Update docconv.',
    'STORE_OUTDATED.postgresql': 'The store has PostgreSQL {version}, and {needed} is needed.',
    'STORE_OUTDATED.no-tables': 'The store has no tables of docconv. Run: docconv store migrate',
    'STORE_OUTDATED.schema': 'The store has the schema {version}, and {needed} is needed. Run: docconv store migrate',
  }) as const;
