/** The texts of errors about usage and settings. */
export const usageErrors = () =>
  ({
    'USAGE.may-not-register':
      '{email} may not register: the setting registration is "{registration}". Invite the address with: docconv keys invite {email}',
    'USAGE.no-active-keys': 'There are no active keys.',
    'USAGE.no-active-key': 'There is no active key {id}. Run docconv keys list to see all.',
    'USAGE.invitation-unnamed': 'Name the address whose invitation is to be withdrawn.',
    'USAGE.no-invitation': '{email} has no invitation.',
    'USAGE.api-key-not-given': 'No API key was given. Usage: {usage}',
    'USAGE.no-api-key-for-server': 'No API key is saved for {server}. Run docconv whoami to see all.',
    'USAGE.no-api-key-saved': 'No API key is saved.',
    'USAGE.several-servers': 'Add --server with one of {servers}.',
    'USAGE.code-not-given': 'No code was given. Usage: {usage}',
    'USAGE.inspect-one-file': 'inspect takes one PDF.',
    'USAGE.extract-one-file': '--extract takes one file.',
    'USAGE.config-value-missing': "No value given. Run: docconv config set {key} VALUE ('-' reads it from stdin).",
    'USAGE.several-files-on-stdout':
      '{name} becomes {count} files, and standard output takes one. Use -o FILE, or --pages 1 for one page.',
    'USAGE.to-contradicts-output': '--to {format} and -o {path} name different formats. Omit --to, or change -o.',
    'USAGE.facturx-unreadable': 'The XML of --facturx cannot be read: {path} ({reason}).',
    'USAGE.convert-url': 'convert does not read URLs. Download {name} first.',
    'USAGE.output-on-terminal': 'The output would be printed to the terminal. Use -o FILE or a pipe.',
    'USAGE.local-options-with-server':
      '--engine, --timeout, --isolation and --fonts cannot be combined with --server: the server decides on them.',
    'USAGE.output-empty': 'The value of -o is empty. Is a shell variable unset?',
    'USAGE.merge-empty': 'The value of --merge is empty. Is a shell variable unset?',
    'USAGE.merge-into-folder': '--merge takes the name of a file, and {file} is a folder.',
    'USAGE.warm-with-server': '--warm cannot be combined with --server: the engine would run on this machine.',
    'USAGE.not-a-job': '"{value}" is neither the address of a job nor an id.',
    'USAGE.server-missing': 'Name the server with --server; docconv whoami shows those that are saved.',
    'USAGE.several-to-stdout': 'Only one file can be written to standard output. Use -o with a folder.',
    'USAGE.sign-identity':
      'Exactly one of --p12 FILE, --key FILE, --pkcs11 MODULE, --signer COMMAND, --csc URL and --self-signed NAME is required.',
    'USAGE.sign-key-option': '--{option} is of no use with --{kind}.',
    'USAGE.sign-key-without-cert': '--key FILE needs the certificate of the key, too: --cert FILE.',
    'USAGE.system-certificates':
      'The system certificates are updated by the system and cannot be added. Use: docconv check --trust system',
    'USAGE.for-adobe-only': "{option} applies to Adobe's list, and {file} is none.",
    'USAGE.other-file-system':
      '{folder} is on another file system than {input}: documents can be moved within one only. Choose another --done and --failed.',
    'USAGE.not-a-folder': '{input} is not a folder.',
    'USAGE.watched-folder':
      'The watched folder cannot be the folder of the results, --done or --failed. A folder within it can.',
    'USAGE.not-confirmed': 'Nothing was removed. Add --yes to confirm.',
    'USAGE.argument-missing': 'An argument is missing. Usage: {usage}',
    'USAGE.stdin-is-terminal': "'-' reads a document from stdin. Pipe one in: cat FILE | docconv ...",
    'USAGE.url-scheme': '{input} has an unsupported URL scheme. Use http or https.',
    'USAGE.password-twice': '--{option} and --{option}-file cannot be combined.',
    'USAGE.trust-needs-file': '--trust needs the source file: add it to --trust-source, or to trustSources.',
    'USAGE.generation-needs-eu': '--trust-generation needs the source eu: add it to --trust-source.',
    'USAGE.pdf-on-terminal': 'The PDF would be printed to the terminal. Use -o FILE or a pipe.',
    'USAGE.merge-nothing': 'There is nothing to merge: no input is given.',
    'USAGE.socket-on-windows': 'On Windows, docconv uses no unix sockets: name a host and a port instead of {path}',
    'USAGE.socket-path-too-long': 'The path of a socket has at most {limit} bytes, choose a shorter one: {path}',
    'USAGE.key-id-missing': 'An argument is missing. Usage: docconv keys {action} ID (see docconv keys list)',
    'USAGE.quiet-with-json': '--quiet cannot be combined with --json or --verbose.',
    'USAGE.output-needs-extract': '-o and --force require --extract. For a report use --report FILE.',
    'USAGE.side-by-side-needs-html': '--side-by-side requires an HTML report: add --report FILE.html.',
    'USAGE.extract-with-report': '--extract cannot be combined with --report or --json.',
    'USAGE.trust-with-server':
      '--server cannot be combined with --trust, --trust-source, --trust-generation, --strict-trust, --require-trust, --online or --extract: the server decides on trust.',
    'USAGE.merge-with-output': '-o cannot be combined with --merge, which names the output.',
    'USAGE.merge-with-to': '--to {format} cannot be combined with --merge, which writes a PDF.',
    'USAGE.one-document': '-o {output} takes one document, not {count}.',
    'USAGE.one-document.folder': '-o {output} takes one document, not {count}. For a folder, add a slash: -o {output}/',
    'USAGE.no-wait-needs-server': '--no-wait needs --server: there are no jobs on this machine.',
    'USAGE.no-wait-with-output':
      '-o, -f and -n cannot be combined with --no-wait: docconv jobs fetch names the output.',
    'USAGE.listen-address-in-use': 'Cannot listen on {where}: the address is already in use; choose another port.',
    'USAGE.listen-permission-denied':
      'Cannot listen on {where}: permission denied; choose a port above 1023, or a socket in an existing folder that you can write to.',
    'USAGE.listen-no-such-address': 'Cannot listen on {where}: this machine has no such address; check the host.',
    'USAGE.listen-no-such-host': 'Cannot listen on {where}: the host name does not exist; check the host.',
    'USAGE.listen-host-not-resolved': 'Cannot listen on {where}: the host name could not be resolved; check the host.',
    'USAGE.listen-no-such-folder': 'Cannot listen on {where}: the folder does not exist; create it first.',
    'USAGE.server-address': '"{value}" is not the address of a server: write it like https://docs.example.org.',
    'USAGE.server-address-credentials':
      '"{value}" is not the address of a server: remove the user name and password; docconv login saves the API key.',
    'USAGE.server-address-query':
      '"{value}" is not the address of a server: remove the query and fragment (everything from ? or #).',
    'CONFIG_INVALID.smtp-ca-unreadable': 'Cannot read the file {path} of the setting smtpCa.',
    'CONFIG_INVALID.public-url':
      'publicUrl is not the URL of a service: "{value}". Write it like https://docs.example.org or https://example.org/docconv.',
    'CONFIG_INVALID.store-not-set':
      'The setting store is not set: keys are in files of this machine. Set it with: docconv config set store postgres://...',
    'CONFIG_INVALID.no-workers':
      'With workers 0 nothing is converted here: it is for docconv serve, when docconv work converts. Set workers to at least 1.',
    'CONFIG_INVALID.job-documents-need-store': 'jobDocuments needs store, the database that several docconvs share.',
    'CONFIG_INVALID.store-direct-url':
      'storeDirect is not a URL like postgres://docconv@db.example.org/docconv, of the database behind PgBouncer.',
    'CONFIG_INVALID.store-url': 'store is not a URL like postgres://docconv@db.example.org/docconv.',
    'CONFIG_INVALID.not-a-folder':
      '{path} is not a folder, but docconv needs a folder there. Move it away, or set DOCCONV_HOME to another folder.',
    'CONFIG_INVALID.config-file-not-json': 'The config file {path} is not a JSON object. Fix or remove it.',
    'CONFIG_INVALID.limits':
      'limits: "{entry}" sets no limit. Write name=number, separated by commas; the names are {known}.',
    'CONFIG_INVALID.proxy':
      'The proxy in the environment is not usable. Set HTTPS_PROXY and HTTP_PROXY like http://proxy.example.org:3128.',
    'CONFIG_INVALID.trust-proxy':
      'trustProxy is invalid: use addresses, ranges like 10.0.0.0/8, loopback or unix, separated by commas.',
    'CONFIG_INVALID.path-of-public-url':
      'The path of publicUrl, {prefix}, is a path of the service itself ({url}). Choose another one.',
    'CONFIG_INVALID.registration':
      'The setting registration takes open, invited, or domains such as example.org,*.example.org; "{value}" is none of these.',
    'CONFIG_INVALID.smtp-unencrypted':
      'The SMTP password for {host} would be sent unencrypted. Set smtpSecurity to starttls or tls.',
    'CONFIG_INVALID.store-secret-missing':
      'Set storeSecret to the same text of at least {length} characters on every machine of the store. Create one with: openssl rand -base64 32',
    'CONFIG_INVALID.store-secret-wrong':
      'storeSecret is not the secret of this store. Set the one of the other machines; to replace it, set "former,new" on every machine, then "new,former", then "new".',
    'CONFIG_INVALID.saved-keys-unreadable':
      'Cannot read the saved keys in {file}. Repair the file, or move it away and run docconv login again.',
    'CONFIG_INVALID.no-setting': 'There is no setting "{name}". Run docconv config list to see all.',
    'CONFIG_INVALID.no-setting.close': 'There is no setting "{name}". Did you mean {close}?',
    'CONFIG_INVALID.nothing-changed':
      'Nothing was changed: "{key}" in {file} {problem}. Set it again, or run: docconv config unset {key}',
    'CONFIG_INVALID.home-unreadable': '{problem} Set HOME or DOCCONV_HOME to a folder of this user.',
    'CONFIG_INVALID.boolean': '{setting} takes true or false.',
    'CONFIG_INVALID.integer': '{setting} takes a whole number from {min} to {max}.',
    'CONFIG_INVALID.choice': '{setting} takes one of {choices}.',
    'CONFIG_INVALID.text': '{setting} takes a non-empty text.',
    'CONFIG_INVALID.fonts-not-a-folder': 'The folder of fonts {path} is not a folder.',
    'CONFIG_INVALID.fonts-unreadable':
      'The folder of fonts {path} cannot be read by all users: allow it with "chmod -R a+rX".',
    'CONFIG_INVALID.serve-without-store':
      'With workers 0, docconv serve leaves all documents to docconv work: set store to the database that both use, or workers to at least 1.',
    'CONFIG_INVALID.work-without-store':
      'docconv work does the jobs of a store: set store to the database of docconv serve.',
    'CONFIG_INVALID.s3-place':
      'jobDocuments is not the place of an S3 bucket. Write it like s3://bucket or s3://bucket/docconv.',
    'CONFIG_INVALID.s3-region-missing':
      'jobDocuments needs the region of the bucket, as AWS_REGION, or a service in AWS_ENDPOINT_URL_S3.',
    'CONFIG_INVALID.s3-region': 'AWS_REGION is not the name of a region. Write it like eu-central-1.',
    'CONFIG_INVALID.s3-endpoint':
      'AWS_ENDPOINT_URL_S3 is not the URL of a service. Write it like https://minio.example.org:9000.',
    'CONFIG_INVALID.s3-credentials-missing':
      'jobDocuments needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    'CONFIG_INVALID.s3-credentials':
      'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN must not contain white space.',
    'CONFIG_INVALID.temporary-folder':
      'Cannot write temporary files to {folder}: {reason}. Set {variable} to another folder.',
    'CONFIG_INVALID.removed-variable': '{name} is no longer a setting; remove it. {advice}',
    'CONFIG_INVALID.removed-setting': '"{name}" in the config file is no longer a setting; remove it. {advice}',
    'OPTION_INVALID.extract-number': '--extract takes the number of a signature, starting at 1, not {value}.',
    'OPTION_INVALID.report-file-name': '--report {name}: the file name must end in .html, .md or .json.',
    'OPTION_INVALID.adobe-list-not-loaded': 'The list of Adobe (AATL) is not loaded.',
    'OPTION_INVALID.publication': '--publication takes a URL, not "{value}".',
    'OPTION_INVALID.not-one-anchor':
      'Not exactly one certificate that was added matches {name}; `docconv trust anchor show` shows them.',
    'OPTION_INVALID.update-timeout': '--timeout takes 1 to 3600 seconds.',
    'OPTION_INVALID.european-lists-not-loaded': 'The trusted lists of the European Union are not loaded.',
    'OPTION_INVALID.country': '--country takes codes of two letters such as DE,FR, not "{value}".',
    'OPTION_INVALID.seconds': '{option} takes a number of seconds from {min} to {max}.',
    'OPTION_INVALID.password-file-empty': 'The first line of the password file {file} is empty.',
    'OPTION_INVALID.trust-source': '"{value}" is not a source of trust. The sources are {known}.',
    'OPTION_INVALID.format': '"{name}" is not a format that docconv reads. It reads: {known}.',
    'OPTION_INVALID.stamp-lines': 'The text of a watermark, header or footer has too many lines.',
    'OPTION_INVALID.address-range': '"{value}" is not a range of addresses. Write it like 10.1.2.0/24.',
    'OPTION_INVALID.request-not-sendable': 'The request cannot be sent: {reason}.',
    'OPTION_INVALID.one-of': '"{name}" takes one of {values}.',
    'OPTION_INVALID.server-trust-source':
      '"{value}" is not a source of trust of this server. "sources" takes some of {known}.',
    'OPTION_INVALID.email-invalid': 'The e-mail address is invalid. Write it like name@example.org.',
    'OPTION_INVALID.email-too-long': 'The e-mail address is longer than 254 characters.',
    'OPTION_INVALID.key-name': 'The name of a key has at most {limit} characters, none of them control characters.',
    'OPTION_INVALID.key-validity': 'A key can be valid for 1 to {limit} days.',
    'OPTION_INVALID.grace': 'The former key can stay valid for 0 to {limit} hours after its rotation.',
    'OPTION_INVALID.no-such-signature': 'There is no signature {number}: the file has {count}.',
    'OPTION_INVALID.no-revision-to-extract':
      'Signature {number} covers no complete revision, so none can be extracted.',
    'OPTION_INVALID.certificate-not-parsed': 'A trusted certificate cannot be parsed. Supply it as DER.',
    'OPTION_INVALID.no-certificate':
      "There is no certificate in {place}. Give a PEM, DER or PKCS #7 file, a folder of them, or 'system'.",
    'OPTION_INVALID.not-an-export': '{name} is not a file of `docconv trust export` of this version.',
    'OPTION_INVALID.mirror-index':
      '{file} is not the index of a mirror: a JSON object from the URL of each list to the name of a file beside it.',
    'OPTION_INVALID.pages-beyond-end': '--pages {pages} selects no page: the document has fewer pages.',
    'OPTION_INVALID.all-slides-hidden':
      'All slides are hidden, so that there is no page. Use --hidden-slides to print them.',
    'OPTION_INVALID.split-with-split-pages': '--split and --split-pages exclude each other.',
    'OPTION_INVALID.without-rotate': '--rotate-pages needs --rotate.',
    'OPTION_INVALID.metadata-json': 'The value of --metadata is no JSON object with the known members: {reason}.',
    'OPTION_UNSUPPORTED.with-pdf': '{option} needs a document that docconv converts, and this is a PDF already.',
    'OPTION_INVALID.operation-value': 'The operation "{operation}" needs another value of "{name}".',
    'OPTION_INVALID.attachment-names': 'Two attached files have the name {name}. Rename one of them.',
    'OPTION_INVALID.outer-operation': 'Split and encrypt by the options of the PDF: "operations" may not contain them.',
    'OPTION_UNSUPPORTED.operations-need-pdf': 'Operations on PDFs need a PDF as output.',
    'USAGE.operations-with-merge':
      '--attach, --stamp, --background and --set-bookmarks work on single documents: omit --merge.',
    'USAGE.needs-flag': '{option} needs {flag}.',
    'OPTION_INVALID.bookmarks-file': '{file} is not valid JSON: {reason}.',
    'OPTION_INVALID.operation-order':
      'The operation "split" has to be the first one and "encrypt" the last one, and each may occur once.',
    'OPTION_INVALID.operation-pages': {
      one: 'The range {range} selects no page: the PDF has {count} page.',
      other: 'The range {range} selects no page: the PDF has {count} pages.',
    },
    'OPTION_INVALID.bookmark-page': {
      one: 'A bookmark leads to page {page}, and the PDF has {count} page.',
      other: 'A bookmark leads to page {page}, and the PDF has {count} pages.',
    },
    'OPTION_INVALID.stamp-image': 'The image of a stamp has to be a PNG or JPEG that can be read.',
    'OPTION_INVALID.stamp-pdf-unreadable': 'The PDF of a stamp cannot be read: it is damaged, encrypted or no PDF.',
    'OPTION_INVALID.stamp-pdf': 'The PDF of a stamp has no page {page}.',
    'OPTION_INVALID.no-page-selected': {
      one: '--pages {range} selects no page: the document has {count} page.',
      other: '--pages {range} selects no page: the document has {count} pages.',
    },
    'OPTION_INVALID.at-not-a-time': '--at {value} is not a time. Use a format like 2024-05-31 or 2024-05-31T12:00:00Z.',
    'OPTION_INVALID.at-future':
      '--at {value} is in the future. A signature can be verified as of a time that has passed.',
    'OPTION_INVALID.unknown-member': '{member} is not a member of {object}. Its members are {known}.',
    'OPTION_INVALID.no-list-of-territory': 'The list of lists has no list of {territory}. It has: {known}.',
    'OPTION_INVALID.no-generations':
      'There is no generation {generation} of the trusted lists. No trusted lists are loaded.',
    'OPTION_INVALID.no-such-generation': 'There is no generation {generation} of the trusted lists. Kept are: {kept}.',
    'OPTION_INVALID.no-saved-certificate': 'No trusted certificate matches {name}; `docconv trust list` shows them.',
    'OPTION_INVALID.several-certificates': '{count} trusted certificates match {name}; use the fingerprint.',
    'OPTION_INVALID.line-invisible': 'The text of a header, footer or page number has no visible character.',
    'OPTION_INVALID.watermark-invisible': '--watermark has no visible character.',
    'OPTION_INVALID.sheets-for-csv': '--sheets selects {count} sheets, and --to csv writes one.',
    'OPTION_INVALID.no-such-sheet': '--sheets names {name}, which is no sheet. The workbook has {sheets}.',
    'OPTION_INVALID.boolean': '{option} takes true or false.',
    'OPTION_INVALID.whole-number': '{option} takes a whole number from {min} to {max}.',
    'OPTION_INVALID.choice': '{option} takes one of {choices}.',
    'OPTION_INVALID.value-missing': '{option} needs a value.',
    'OPTION_INVALID.pattern': '{option} takes a {placeholder}: {help}.',
    'OPTION_INVALID.password-too-long': '{option} takes at most 127 bytes of UTF-8.',
    'OPTION_INVALID.text-too-long': '{option} takes at most 1000 characters.',
    'OPTION_INVALID.pdfa-with-password':
      '--pdfa and passwords exclude each other: PDF/A forbids encryption (ISO 19005-1, 6.1.3).',
    'OPTION_INVALID.facturx-size': 'The XML of --facturx has more than {max} MiB.',
    'OPTION_INVALID.facturx-xml': 'The file of --facturx cannot be used as XML: {reason}.',
    'OPTION_INVALID.facturx-root':
      'The XML of --facturx is no invoice or order of UN/CEFACT (CrossIndustryInvoice): its root element is {root}.',
    'OPTION_INVALID.facturx-guideline':
      'The XML of --facturx states no level of Factur-X, ZUGFeRD or XRechnung that docconv knows: {guideline} (GuidelineSpecifiedDocumentContextParameter).',
    'OPTION_INVALID.facturx-type': 'The XML of --facturx has a type that no order has: {code} (TypeCode).',
    'OPTION_INVALID.facturx-level': 'The level of --facturx-level is {given}, and the XML states {stated}.',
    'OPTION_INVALID.facturx-pdfa': '--facturx writes PDF/A-3b: omit --pdfa, or set it to 3b.',
    'OPTION_INVALID.without-facturx': '{option} needs --facturx.',
    'OPTION_INVALID.pdf-version-with-pdfa': '--pdf-version is determined by --pdfa: omit one of them.',
    'OPTION_INVALID.pdf-version-with-password':
      '--pdf-version must be 1.7 with a password: AES-256 does not exist before (ISO 32000-2, 7.6.4.1).',
    'OPTION_INVALID.pdfua-without-tags': '--tagged cannot be off: PDF/UA requires tags.',
    'OPTION_INVALID.pdfua-with-margin':
      '--comments margin and --pdfua exclude each other: texts in the margin have no tags.',
    'OPTION_INVALID.quality-with-lossless': '--quality has no effect with --lossless: omit one of them.',
    'OPTION_INVALID.allow-without-password': '--allow needs --permission-password.',
    'OPTION_INVALID.same-passwords':
      '--permission-password must differ from --open-password: it would restrict nothing.',
    'OPTION_INVALID.dpi-with-thumbnail': '--dpi has no effect with --thumbnail, which sets the size: omit one of them.',
    'OPTION_INVALID.without-watermark': '{option} needs --watermark.',
    'OPTION_INVALID.opacity-with-pdfa-1b':
      '--watermark-opacity and --pdfa 1b exclude each other: PDF/A-1 has no transparency (ISO 19005-1, 6.4).',
    'OPTION_INVALID.locale': '--locale does not know {locale}: use a language and country such as de-DE.',
    'OPTION_INVALID.fit-with-single-page-sheets':
      '--fit and --single-page-sheets exclude each other: a single page has the size of its sheet.',
    'OPTION_INVALID.pages-from-1': '{option} counts from 1.',
    'OPTION_INVALID.pages-backwards': '{option} "{part}" runs backwards.',
    'OPTION_INVALID.page-numbers': '--page-numbers needs a format with {field} in it.',
    'OPTION_INVALID.unknown-field': '{option} has the unknown field {field}: there are {known} and {last}.',
    'OPTION_UNSUPPORTED.changes-overlap':
      '--changes original is not possible: changes of this document overlap in a way that docconv cannot undo.',
    'OPTION_UNSUPPORTED.page-size':
      '--{option} is not possible: this {title} defines no pages whose size could be changed.',
    'OPTION_UNSUPPORTED.pdf-version-of-merge':
      '--pdf-version {wanted} does not work with this merge: one of the PDFs has the version {latest}.',
    'OPTION_UNSUPPORTED.pdf-version-of-libreoffice':
      '--pdf-version {wanted} does not work with this LibreOffice, which writes {written}.',
    'OPTION_UNSUPPORTED.with-merge': '{option} cannot be combined with --merge, which writes a PDF.',
    'OPTION_UNSUPPORTED.with-pdf-input':
      '{option} cannot be combined with a PDF as input of --merge ({pdf}), only with documents that docconv converts.',
    'OPTION_UNSUPPORTED.pdfa-with-pdf-input':
      '--pdfa {wanted} needs PDFs that claim this part of PDF/A or an earlier one as inputs of --merge, and {pdf} does not. Merge it without --pdfa.',
    'OPTION_UNSUPPORTED.only-pdf-inputs':
      '{option} has no effect on this merge: all inputs are PDFs, which stay as they are.',
    'OPTION_UNSUPPORTED.needs-libreoffice':
      '{option} needs LibreOffice {needed} or newer, this is LibreOffice {version} ({engine}).',
    'OPTION_UNSUPPORTED.libreoffice': '{option} does not work with LibreOffice {version} ({engine}).',
    'OPTION_UNSUPPORTED.libreoffice-unknown':
      '{option} does not work with LibreOffice of an unknown version ({engine}).',
    'OPTION_UNSUPPORTED.output': '--to {to} is not possible for this {title}. It can become {possible}.',
    'OPTION_UNSUPPORTED.with-output': '{option} does not apply to --to {to}, only to {fitting}.',
    'OPTION_UNSUPPORTED.family': '{option} does not apply to this {title}: it is for {kinds}.',
    'OPTION_UNSUPPORTED.format': '{option} does not work with {format} files. Save the document as {formats}.',
    'OPTION_UNSUPPORTED.no-filter':
      '--to {to} is not possible for this {title} with the engine {engine}: its LibreOffice lacks the filter. Use native or soffice.',
    'OPTION_UNSUPPORTED.sheets-unreadable':
      '--sheets is not possible: this workbook has no list of sheets that docconv can read. Save it as xlsx.',
    'OPTION_UNSUPPORTED.sheets-too-old':
      '--sheets is not possible: this workbook is too old for another sheet than the first one as CSV. Save it as xlsx.',
  }) as const;
