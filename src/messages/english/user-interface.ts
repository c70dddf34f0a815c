/** The command `check`, and the page of the service. */
export const userInterfaceTexts = () =>
  ({
    // the command `check`
    'sign.timestamp-not-trusted':
      'The timestamp of {name} is no proof: its certificate leads to no trusted one, or lacks current revocation data.',
    'sign.long-term-data-missing':
      'Revocation data of its certificates, or of those of its timestamps, could not be obtained.',
    'sign.revocation.no-address':
      'There is no revocation data for the certificate of “{name}”: it names no OCSP responder and no CRL that can be fetched.',
    'sign.revocation.unreachable':
      'There is no revocation data for the certificate of “{name}”: its publisher did not answer, or reported an error.',
    'sign.revocation.refused':
      'There is no revocation data for the certificate of “{name}”: the OCSP responder refused to answer.',
    'sign.revocation.unreadable':
      'There is no revocation data for the certificate of “{name}”: what its publisher sent cannot be read.',
    'sign.revocation.other-certificate':
      'There is no revocation data for the certificate of “{name}”: its publisher sent that of another one.',
    'sign.revocation.unauthorized':
      'There is no revocation data for the certificate of “{name}”: the signer of what its publisher sent is not authorized to state it.',
    'sign.revocation.partial':
      'There is no revocation data for the certificate of “{name}”: what its publisher sent is a part of a CRL, for changes or for some reasons only.',
    'sign.revocation.unknown':
      'There is no revocation data for the certificate of “{name}”: the OCSP responder does not know it.',
    'sign.revocation.early':
      'There is no revocation data for the certificate of “{name}”: what its publisher sent is from the future. Check the clock of this machine.',
    'sign.revocation.outdated':
      'There is no revocation data for the certificate of “{name}”: what its publisher sent is outdated.',
    'sign.revocation.revoked': 'The certificate of “{name}” is revoked.',
    'sign.other-signature-found': 'another signature is found in its place',
    'check.hint':
      'To verify who signed, load the public trusted lists with `docconv trust update`, or name a certificate of the signer or issuer with --trust FILE (`docconv trust add FILE` for all checks).',
    'check.hint.remote': 'The server verifies identities only against certificates that its operator trusts.',
    'check.report': 'Report: {name}',
    'check.warning': 'Warning:',
    'check.extracted': '(revision of signature {number})',

    // the page of the service: results
    'page.tone.good': 'good: ',
    'page.tone.bad': 'bad: ',
    'page.tone.unsure': 'unsure: ',
    'page.findings': 'Findings ({count})',
    'page.details': 'Technical details',
    'page.certificates': 'Certificates, from the signer to the authority:',
    'page.certificate': 'issued by “{issuer}”, {period}, {key}, serial ',
    'page.changes.timestamp': 'Changes after this document timestamp ({count})',
    'page.changes.signature': 'Changes after {who} had signed ({count})',
    'page.change.allowed': '{change} (allowed)',
    'page.change.not-allowed': '{change} (not allowed)',
    'page.change.not-determined': '{change} (not known whether it is allowed)',
    'page.file': 'About the file',
    'page.verifying': 'Verifying the signatures',
    'page.uploading': 'Uploading ({percent} %)',
    'page.signatures': { one: '{count} signature', other: '{count} signatures' },
    'page.timestamps': { one: '{count} document timestamp', other: '{count} document timestamps' },
    'page.pages': { one: '{count} page', other: '{count} pages' },
    'page.cancel': 'Cancel',
    'page.cancelled': 'Cancelled',
    'page.batch': '{done} of {count} files done',
    'page.batch.converted': '{count} converted',
    'page.batch.valid': '{count} valid',
    'page.batch.intact': '{count} intact',
    'page.batch.indeterminate': '{count} indeterminate',
    'page.batch.invalid': '{count} not valid',
    'page.batch.unsigned': '{count} not signed',
    'page.batch.failed': '{count} failed',
    'page.batch.cancelled': '{count} cancelled',
    'page.not-pdf':
      'The name of the file ends in .pdf, but its content is no PDF. It may be damaged, or something else that was saved under this name. Get it again from where it came.',
    'page.not-pdf.web-page':
      'The name of the file ends in .pdf, but its content is a web page, such as a login or error page that was saved in place of the document. Download the PDF itself.',
    'page.not-pdf.office':
      'The name of the file ends in .pdf, but its content is an office document or an archive. Give the file its own ending, such as .docx, and choose it again.',
    'page.not-pdf.empty': 'The file is empty. Its download may have failed: get it again from where it came.',
    'page.report': 'Download report',
    'page.another': 'Choose another file',
    'page.previews': 'First pages of {name}',
    'page.preview': 'Page {number} of {name}',
    'page.preview.number': 'Page {number} of {total}',
    'page.preview.none': 'The pages cannot be previewed here.',
    'page.compared.same': {
      one: 'The page concerned looks the same as when it was signed.',
      other: 'The {count} pages concerned look the same as when they were signed.',
    },
    'page.compared.more': { one: '{count} more page looks different.', other: '{count} more pages look different.' },
    'page.compared.failed': 'The changed pages cannot be compared here.',
    'page.trust': 'The operator of this service has chosen the authorities that it trusts.',
    'page.trust.none':
      'This service has no list of trusted authorities. It therefore states whether a document was changed, but never confirms who signed it.',
  }) as const;
