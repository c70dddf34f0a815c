/** Faults of certificates, revocation data, algorithms and times: causes for which a rule fails. */
export const faultTexts = () =>
  ({
    // faults: the certificate path
    'fault.certificate-missing': "The signer's certificate was not found.",
    'fault.path-untrusted.self-signed':
      'The certificate path ends at {name}, which is not trusted; it is self-signed, so no authority confirms its name.',
    'fault.path-untrusted.root': 'The certificate path ends at {name}, which is not trusted; {remedy}.',
    'fault.path-untrusted.issuer-missing':
      'The certificate path ends at {name}, which is not trusted, and the certificate of its issuer {issuer} is not in the document; {remedy}.',
    'remedy.lists-excluded':
      'the trusted lists of the European Union are loaded here, but this check was told not to use them',
    'remedy.no-lists': 'no public trust is loaded here',
    'remedy.no-country': 'no trusted list names it, and it does not state its country',
    'remedy.other-country': 'its country, “{territory}”, is not part of the trusted lists of the European Union',
    'remedy.list-not-loaded': 'the trusted list of {territory}, which may name it, is not loaded',
    'remedy.not-listed': 'the trusted list of {territory} (no. {number}, issued {issued}) does not name it',
    'remedy.not-listed.outdated':
      'the trusted list of {territory} (no. {number}, issued {issued}, outdated since {end}) does not name it',
    'fault.anchor-not-granted.signing':
      '{name} is in the trusted list ({lists}), but was not granted on {day}, and there is no proof that the signature existed while it was.',
    'fault.anchor-not-granted.timestamping':
      '{name} is in the trusted list ({lists}), but was not granted on {day}, and there is no proof that the timestamp existed while it was.',
    'fault.list-outdated.strict':
      '{name} is in the trusted list ({territory}), but {list} should have been replaced by {end}, and lists that are out of date do not count here. Newer ones are needed.',
    'fault.list-outdated.signing':
      '{name} is in the trusted list ({territory}), but {list} should have been replaced by {end}, and there is no proof that the signature existed until {grace} days later. Newer lists are needed.',
    'fault.list-outdated.timestamping':
      '{name} is in the trusted list ({territory}), but {list} should have been replaced by {end}, and the timestamp is from more than {grace} days later. Newer lists are needed.',
    'fault.list-signer-unknown.signing':
      '{name} is in the trusted list ({territory}), but since {day} the list of trusted lists does not name the signer of the copy that is loaded, and there is no proof that the signature existed before. Newer lists are needed.',
    'fault.list-signer-unknown.timestamping':
      '{name} is in the trusted list ({territory}), but since {day} the list of trusted lists does not name the signer of the copy that is loaded, and the timestamp is not from before. Newer lists are needed.',
    'name.list': 'the trusted list of {territory}',
    'name.list-of-lists': 'the list of trusted lists',
    'fault.anchor-policy':
      'The certificate path ends at an authority that is trusted for certain certificate policies only, and the certificate of {name} has none of them.',
    'fault.path-invalid.extension-unknown': '{name} has an unknown critical extension ({oid}).',
    'fault.path-invalid.extension-malformed': '{name} has a malformed extension ({oid}).',
    'fault.path-invalid.algorithms': '{name} states two different signature algorithms.',
    'fault.path-invalid.no-authority': '{name} is not a CA, but has issued a certificate.',
    'fault.path-invalid.key-usage': '{name} has no key usage for signing certificates, but has issued one.',
    'fault.path-invalid.length': '{name} allows {limit} CAs below it, but the path has {count}.',
    'fault.path-invalid.names': '{name} has name constraints that exclude {excluded}.',
    'fault.path-invalid.policies': '{name} has none of the certificate policies that its CAs require.',
    'fault.wrong-purpose.key-usage.signing': "The key usage of the signer's certificate does not include signatures.",
    'fault.wrong-purpose.key-usage.timestamping':
      "The key usage of the timestamp's certificate does not include signatures.",
    'fault.wrong-purpose.signing': "The extended key usage of the signer's certificate does not include documents.",
    'fault.wrong-purpose.timestamping':
      "The extended key usage of the timestamp's certificate must be critical and contain timestamping only.",
    'name.authority-unnamed': 'an authority without a name',
    'name.certificate-unnamed': 'a certificate without a name',
    'name.too-many': 'more names than can be compared',

    // faults: revocation
    'fault.on-hold': 'The certificate is on hold.',
    'fault.on-hold.authority': 'The certificate of {name} is on hold.',
    'fault.revoked-before-signing.signing': 'The signature was created after its certificate was revoked.',
    'fault.revoked-before-signing.timestamping': 'The timestamp was created after its certificate was revoked.',
    'fault.revoked.signing': 'The certificate was revoked, and there is no proof that the signature existed before.',
    'fault.revoked.timestamping':
      'The certificate was revoked, and there is no proof that the timestamp existed before.',
    'fault.revoked.signing.at':
      'The certificate was revoked on {day}, and there is no proof that the signature existed before.',
    'fault.revoked.timestamping.at':
      'The certificate was revoked on {day}, and there is no proof that the timestamp existed before.',
    'fault.authority-revoked': 'The certificate of {name} was revoked.',
    'fault.revocation-unknown.none': 'There is no revocation data for the certificate of {name}.',
    'fault.revocation-unknown.old': 'Newer revocation data is required for the certificate of {name}.',
    'fault.revocation-unknown.unanswered': 'The OCSP responder does not know the certificate of {name}.',
    'fault.revocation-unknown.late': 'The available data was issued after the time of validation.',
    'fetch.response-unreadable': 'The response cannot be parsed.',

    // faults: algorithms
    'fault.algorithm-too-weak.signing': 'The signature uses {algorithm}, which is too weak.',
    'fault.algorithm-too-weak.timestamping': 'The timestamp uses {algorithm}, which is too weak.',
    'fault.algorithm-expired.signing':
      'The signature uses {algorithm}, which has been considered weak since {day}, and there is no proof that it existed before.',
    'fault.algorithm-expired.timestamping':
      'The timestamp uses {algorithm}, which has been considered weak since {day}, and there is no proof that it existed before.',
    'fault.algorithm-too-weak.certificate': 'The certificate of {name} uses {algorithm}, which is too weak.',
    'algorithm.digest-unknown': 'an unknown digest',
    'algorithm.key-unknown': 'a key of unknown strength',

    // faults: validity and time
    'fault.signed-before-validity.signing': 'The signature is proven to have existed before its certificate was valid.',
    'fault.signed-before-validity.timestamping':
      'The timestamp is proven to have existed before its certificate was valid.',
    'fault.signed-after-expiry.signing': 'The signature was created after its certificate had expired.',
    'fault.signed-after-expiry.timestamping': 'The timestamp was created after its certificate had expired.',
    'fault.not-yet-valid': 'The certificate is not yet valid.',
    'fault.not-yet-valid.timestamp': 'The time of the timestamp is after the time of validation.',
    'fault.expired.signing':
      'The certificate expired on {day}, and there is no proof that the signature existed before.',
    'fault.expired.timestamping':
      'The certificate expired on {day}, and there is no proof that the timestamp existed before.',
    'fault.expired.revocation-unknown':
      'The certificate expired on {day}, and it is unknown whether it had been revoked before.',
    'fault.authority-outside-validity.after': 'The certificate of {name} has expired.',
    'fault.authority-outside-validity.before': 'The certificate of {name} is not yet valid.',
    'fault.timestamp-order': 'The times of its timestamps contradict each other.',
  }) as const;
