/** The texts of errors about conversion and verification processes, and defects of docconv. */
export const processErrors = () =>
  ({
    // conversion and verification processes
    'ISOLATION_INCOMPLETE.strict':
      'The isolation "strict" needs means that this machine lacks: {missing}. {steps} Run docconv doctor to see what each of them does. The isolation "document" starts without them.',
    'NO_ENGINE.engine-lacks-format':
      'The engine {name} cannot convert {format} files with this LibreOffice. Omit --engine, or use soffice.',
    'NO_ENGINE.none-for-format': 'No engine can convert {format} files. Run "docconv doctor" to see why.',
    'NO_ENGINE.engine-not-tried': 'The engine {engine} could not be tried: {reason}',
    'NO_ENGINE.not-available': 'The engine {engine} is not available.',
    'NO_ENGINE.not-available.why': 'The engine {engine} is not available. {note}',
    'NO_ENGINE.did-not-start':
      'The engine {engine} did not start: {reason}. Run "docconv doctor" to see what this machine offers.',
    'ENGINE_FAILED.format-changed': 'The format of the document changed while it was converted.',
    'ENGINE_FAILED.libreoffice': 'LibreOffice could not convert this document; it may be damaged.',
    'ENGINE_FAILED.stalled':
      'The embedded LibreOffice waited for something that does not come: this document may be damaged, or this build cannot load it. Install LibreOffice, which docconv then uses, and try again.',
    'ENGINE_FAILED.completing-pdf': 'The PDF was created, but could not be completed (encryption, title, pages).',
    'ENGINE_CRASHED.libreoffice-twice': 'LibreOffice crashed on this document, and again on the second attempt.',
    'ENGINE_CRASHED.merge': 'The process that read the PDF crashed.',
    'ENGINE_CRASHED.job-attempts':
      'The job crashed {count} times: the engine, or the process of docconv while it did nothing else.',
    'ENGINE_CRASHED.merge-did-not-start':
      'The process that reads PDFs did not start: {reason}. Run "docconv doctor" to see what this machine offers.',
    'WORKER_COMPROMISED.protocol-violated':
      'The process that read this document violated the protocol with docconv, as if the document had taken control of it, and was ended. Do not open the document before its origin is clear.',
    'WORKER_COMPROMISED.watches':
      'The process that read this document watched more than {limit} files (epoll), as if the document had taken control of it, and was ended. Do not open the document before its origin is clear.',
    'TIMEOUT.engine-trial': 'It took more than {seconds} s.',
    'TIMEOUT.conversion': 'The conversion took longer than {seconds} s and was stopped. Use --timeout to allow more.',
    'QUEUE_FULL.documents': '{limit} documents are waiting already: try again later.',
    'QUEUE_FULL.requests': 'The queue is full.',
    'QUEUE_FULL.jobs': 'Too many jobs are waiting.',
    'QUEUE_FULL.webhooks':
      'Too many webhooks could not be delivered yet. Check that their receivers answer with status 200, or omit the webhook.',
    'VERIFICATION_CRASHED.process': 'The verification process crashed.',
    'VERIFICATION_CRASHED.did-not-start':
      'The verification process did not start: {reason}. Run "docconv doctor" to see what this machine offers.',
    'OVERLOADED.large-documents': 'The service is processing too many large documents. Try again later.',
    'OVERLOADED.fetches': 'Too many documents are being fetched. Try again later.',
    'OVERLOADED.webhook-tests': 'Too many webhooks are being tested. Try again later.',
    'OVERLOADED.verifications': 'Too many documents are waiting for verification. Try again in a few seconds.',
    'OVERLOADED.space-of-account':
      'The documents and results of your jobs take all space that an account may use. Remove jobs that have ended: DELETE {path}.',
    'OVERLOADED.space-of-service':
      'The documents of waiting jobs and the results that were not removed take all space of the service.',
    'CLOSED.converter': 'The converter is closed.',
    'CLOSED.service-shutting-down': 'The service is shutting down.',
    'CLOSED.service-stops': 'The service stops.',
    'CLOSED.verifier': 'The service is stopping.',
    'CANCELLED.plain': 'Cancelled.',
    'CANCELLED.nothing-removed': 'Cancelled. Nothing was removed.',
    'CANCELLED.download': 'The download was cancelled.',
    'CANCELLED.client-disconnected': 'The client disconnected.',
    'CANCELLED.job': 'The job was cancelled.',
    'CANCELLED.with-job': 'Cancelled, and the job on the server as well.',
    'CANCELLED.without-job': 'Cancelled, but the server did not confirm that it cancelled the job {job}.',

    // defects of docconv
    'INTERNAL.other': 'Internal error: {reason}',
    'INTERNAL.signature-too-long': 'The signature value is longer than the key lets expect.',
    'INTERNAL.self-test-not-valid': 'The self-test of signatures failed: a new signature was not valid: {reason}',
    'INTERNAL.self-test-not-detected':
      'The self-test of signatures failed: a changed letter in the signed content was not detected',
  }) as const;
