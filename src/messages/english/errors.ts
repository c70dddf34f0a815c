/**
 * The texts of errors in English, by code: each states what failed, why, and what to do next. A function, because most starts
 * need none of them: as a constant they would take 1 ms of the start of each process.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export function errorTexts() {
  return {
    // usage and configuration
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
    'USAGE.extract-one-file': '--extract takes one file.',
    'USAGE.config-value-missing': "No value given. Run: docconv config set {key} VALUE ('-' reads it from stdin).",
    'USAGE.several-images-on-stdout':
      '{name} has {count} pages, and standard output takes one image. Use --pages 1, --thumbnail, or -o FILE.',
    'USAGE.to-contradicts-output': '--to {format} and -o {path} name different formats. Omit --to, or change -o.',
    'USAGE.convert-url': 'convert does not read URLs. Download {name} first.',
    'USAGE.output-on-terminal': 'The output would be printed to the terminal. Use -o FILE or a pipe.',
    'USAGE.local-options-with-server':
      '--engine, --timeout, --isolation and --fonts cannot be combined with --server: the server decides on them.',
    'USAGE.output-empty': 'The value of -o is empty. Is a shell variable unset?',
    'USAGE.merge-empty': 'The value of --merge is empty. Is a shell variable unset?',
    'USAGE.merge-into-folder': '--merge takes the name of a file, and {file} is a folder.',
    'USAGE.warm-with-server': '--warm cannot be combined with --server: the engine would run on this machine.',
    'USAGE.not-a-job': '"{value}" is neither the address of a job nor an id.',
    'USAGE.job-server-missing': 'Name the server with --server, or give the address of the job.',
    'USAGE.sign-one-file': 'docconv sign takes one file.',
    'USAGE.sign-identity': 'Exactly one of --p12 FILE and --self-signed NAME is required.',
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
    'CONFIG_INVALID.settings-not-written': 'Cannot write {file} ({reason}).',
    'CONFIG_INVALID.public-url':
      'publicUrl is not the URL of a service: "{value}". Write it like https://docs.example.org or https://example.org/docconv.',
    'CONFIG_INVALID.store-not-set':
      'The setting store is not set: keys are in files of this machine. Set it with: docconv config set store postgres://...',
    'CONFIG_INVALID.no-workers':
      'With workers 0 nothing is converted here: it is for docconv serve, when docconv work converts. Set workers to at least 1.',
    'CONFIG_INVALID.job-documents-need-store': 'jobDocuments needs store, the database that several docconvs share.',
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
    'OPTION_INVALID.self-signed-name': '--self-signed takes a non-empty name.',
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
    'OPTION_INVALID.not-pkcs12': 'This is not a PKCS#12 file (.p12 or .pfx).',
    'OPTION_INVALID.pkcs12-unreadable': 'The PKCS#12 file cannot be read: {reason}',
    'OPTION_INVALID.field-already-signed': 'The field {name} is already signed.',
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
    'OPTION_INVALID.no-page-selected': {
      one: '--pages {range} selects no page: the document has {count} page.',
      other: '--pages {range} selects no page: the document has {count} pages.',
    },
    'OPTION_INVALID.pkcs12-no-key': 'The PKCS#12 file contains no private key.',
    'OPTION_INVALID.pkcs12-no-certificate': 'The PKCS#12 file contains no certificate for its key.',
    'OPTION_INVALID.no-empty-field':
      'This PDF has no empty signature field {name}. It has none: leave out --field to get a new one.',
    'OPTION_INVALID.no-such-field': 'This PDF has no empty signature field {name}. It has these: {names}.',
    'OPTION_INVALID.certificate-expired': 'The certificate expired on {day}, so the signature would not be valid.',
    'OPTION_INVALID.certificate-not-yet-valid':
      'The certificate is not valid before {time}, so the signature would not be valid.',
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
    'OPTION_INVALID.pages-from-1': '--pages counts from 1.',
    'OPTION_INVALID.pages-backwards': '--pages "{part}" runs backwards.',
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
    'OPTION_UNSUPPORTED.identity-rsa-size': 'This identity cannot sign: an RSA key of {bits} bits is too short.',
    'OPTION_UNSUPPORTED.identity-key-type':
      'This identity cannot sign: keys of type {type} are not supported (use RSA, EC or Ed25519).',
    'OPTION_UNSUPPORTED.identity-curve': 'This identity cannot sign: the curve {curve} is too small.',
    'OPTION_UNSUPPORTED.identity-serial-number':
      'This identity cannot sign: the serial number of its certificate is negative.',

    // files on this machine
    'FILE_NOT_FOUND.name-empty': 'A file name is empty. Is a shell variable unset?',
    'FILE_NOT_FOUND.no-match': 'No file matches {pattern}.',
    'FILE_NOT_FOUND.job-document-incomplete': 'The document of the job is not complete.',
    'FILE_NOT_FOUND.job-document-gone': 'The document of the job is no longer in the store.',
    'FILE_NOT_FOUND.no-trusted-lists': 'No trusted lists are loaded. Run: docconv trust update',
    'FILE_NOT_FOUND.no-documents.top':
      'The folder {folder} contains no documents. Use --recursive to search its subfolders.',
    'FILE_NOT_FOUND.no-files.top':
      'The folder {folder} contains no {extension} files. Use --recursive to search its subfolders.',
    'FILE_NOT_FOUND.no-documents': 'The folder {folder} contains no documents.',
    'FILE_NOT_FOUND.no-files': 'The folder {folder} contains no {extension} files.',
    'FILE_NOT_FOUND.missing': '{subject} does not exist.',
    'FILE_UNREADABLE.neither-file-nor-folder': '{name} is neither a file nor a folder.',
    'FILE_UNREADABLE.not-a-file': '{path} is not a file.',
    'FILE_UNREADABLE.size-changed': 'Cannot read {file}: its size changed while it was sent.',
    'FILE_UNREADABLE.cannot-read': 'Cannot read {name}: {reason}.',
    'FILE_UNREADABLE.name-not-utf8': '{subject} has a name that is not UTF-8. Rename it.',
    'OUTPUT_EXISTS.all-numbers': '{wanted} exists, and so do {count} names with a number.',
    'OUTPUT_EXISTS.exists': '{name} exists. Use --force to overwrite it, or -o to choose another name.',
    'OUTPUT_EXISTS.not-a-pdf': '{name} exists and is not a PDF. Use --force to overwrite it.',
    'OUTPUT_EXISTS.converted': '{name} exists. Use --force to overwrite it.',
    'OUTPUT_CONFLICT.merge-overwrites-input': '{file} is an input of --merge and would be overwritten.',
    'OUTPUT_CONFLICT.same-output': '{names} would both be written to {file}. Use different output folders.',
    'OUTPUT_CONFLICT.overwrites-input': '{file} is an input and would be overwritten. Use -o.',
    'OUTPUT_CONFLICT.is-folder': '{name} is a folder.',
    'OUTPUT_CONFLICT.already-pdf': '{name} is already a PDF. Omit it.',
    'OUTPUT_CONFLICT.overwrites-itself': '{name} would be overwritten by its own conversion. Use another -o.',
    'OUTPUT_UNWRITABLE.not-an-installed-package':
      '{folder} is not a package that npm or pnpm installed. Remove it by hand.',
    'OUTPUT_UNWRITABLE.folder': '{name} is a folder, not a file.',
    'OUTPUT_UNWRITABLE.key-store': 'Cannot write the key store in {folder} ({code}). Check its owner and permissions.',
    'OUTPUT_UNWRITABLE.cannot-write': 'Cannot write {path}: {reason}.',
    'OUTPUT_UNWRITABLE.socket': 'Cannot write {path}: it is a socket.',
    'OUTPUT_UNWRITABLE.disk': 'Cannot write {path}: it is a disk.',
    'OUTPUT_UNWRITABLE.windows-name': 'Cannot write {path}: {problem}. Choose another name.',
    'DISK_FULL.saved-keys': 'The disk is full: cannot save keys in {folder}.',
    'DISK_FULL.not-written': 'The disk is full: {path} was not written.',
    'DISK_FULL.trust-store': 'The disk is full: {target} cannot be written.',
    'DISK_FULL.other': 'The disk is full: {reason}',

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
    'TOO_LARGE.stdin': 'The document on stdin is larger than {limit} MB. Save it as a file first.',
    'TOO_LARGE.pipe': '{name} is larger than {limit} MB. Save it as a file first.',
    'TOO_LARGE.upload': 'The document is larger than {limit} MB, the limit of this service.',
    'TOO_LARGE.uploads': 'The documents of a request are together larger than {limit} MB, the limit of this service.',
    'UNSUPPORTED_FORMAT.dynamic-xfa':
      'The PDF is a dynamic XFA form, which has no pages that could be merged. Print it to a PDF first.',
    'UNSUPPORTED_FORMAT.compound-file':
      '{subject} is an OLE compound file, but not a Word, Excel or PowerPoint document.',
    'UNSUPPORTED_FORMAT.unknown': '{subject} is damaged or has a format that docconv does not support.',
    'UNSUPPORTED_FORMAT.pdf': 'This is a PDF already, so it is not converted.',
    'UNSUPPORTED_FORMAT.text':
      '{subject} is text, whose format cannot be detected from its bytes. Use --from txt, csv or html, or md for Markdown.',
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
    'CORRUPT_DOCUMENT.pages-not-counted': 'This PDF is damaged: its pages cannot be counted.',
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
    'CORRUPT_DOCUMENT.cfb-stream-size': 'The document is damaged: it declares a stream that is larger than the file.',
    'CORRUPT_DOCUMENT.cfb-stream-truncated': 'The document is damaged: a stream is truncated.',
    'CORRUPT_DOCUMENT.cfb-sector-size': 'The document is damaged: its sectors have an unknown size.',
    'CORRUPT_DOCUMENT.cfb-sector-number': 'The document is damaged: a sector number lies outside the file.',
    'CORRUPT_DOCUMENT.cfb-cycle': 'The document is damaged: its sectors form a cycle.',
    'CORRUPT_DOCUMENT.truncated': 'The document is damaged: it is truncated, or an offset lies outside the file.',
    'CORRUPT_DOCUMENT.book-package-missing':
      'The document is damaged: META-INF/container.xml names no package document.',
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
    'CORRUPT_DOCUMENT.part-twice': 'The document is damaged: it has two parts named {part}.',
    'CORRUPT_DOCUMENT.zip-directory-length':
      'The document is damaged: its directory does not have the declared length.',
    'CORRUPT_DOCUMENT.zip-directory-damaged': 'The document is damaged: its directory is damaged.',
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
    'CORRUPT_DOCUMENT.part-xml': 'The document is damaged: {part} is not well-formed XML.',
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
    'LIMIT_EXCEEDED.pdf-time':
      'Reading this PDF takes longer than {milliseconds} ms: it is very large, or built to exhaust readers.',
    'LIMIT_EXCEEDED.pdf-streams': 'The streams of this PDF decode to more than the limit of {limit} MB.',
    'LIMIT_EXCEEDED.pdf-cross-reference':
      'The cross-reference of this PDF has {actual} entries or more; the limit for a file of {fileSize} bytes is {limit}.',
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
    'NOT_PERMITTED.field-locked':
      'An earlier signature locks the field {field}: another signature would invalidate it.',
    'NOT_PERMITTED.certified':
      'This PDF is certified so that no changes are permitted: another signature would invalidate it.',
    'NOT_PERMITTED.no-changes':
      'An earlier signature permits no further changes: another signature would invalidate it.',
    'HAS_WARNINGS.strict': {
      one: '{count} warning with --strict. {messages}',
      other: '{count} warnings with --strict. {messages}',
    },
    'PDFA_INVALID.rules': {
      one: 'The PDF breaks a rule of {standard} and was not written. Required: {required}.',
      other: 'The PDF breaks {count} rules of {standard} and was not written. Required: {required}.',
    },
    'PDFA_INVALID.rules.more':
      'The PDF breaks {count} rules of {standard} and was not written. Required: {required}; and others.',

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
    'ENGINE_FAILED.completing-pdf': 'The PDF was created, but could not be completed (encryption, title, pages).',
    'ENGINE_CRASHED.libreoffice-twice': 'LibreOffice crashed on this document, and again on the second attempt.',
    'ENGINE_CRASHED.merge': 'The process that read the PDF crashed.',
    'ENGINE_CRASHED.job-attempts': 'The job was begun {count} times, and its process crashed or was killed each time.',
    'ENGINE_CRASHED.merge-did-not-start':
      'The process that reads PDFs did not start: {reason}. Run "docconv doctor" to see what this machine offers.',
    'WORKER_COMPROMISED.protocol-violated':
      'The process that read this document violated the protocol with docconv, as if the document had taken control of it, and was ended. Do not open the document before its origin is clear.',
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

    // the network
    'URL_FORBIDDEN.fetching-disabled': 'Fetching URLs is disabled on this server.',
    'URL_FORBIDDEN.incomplete': 'This is not a complete URL. Write it like https://example.org/file.pdf.',
    'URL_FORBIDDEN.scheme': 'URLs that start with {scheme} are not fetched, only {permitted}.',
    'URL_FORBIDDEN.credentials': 'A URL with a name or password in it is not fetched.',
    'URL_FORBIDDEN.port': 'URLs with port {port} are not fetched, only those with port {permitted}.',
    'URL_FORBIDDEN.no-host': 'This URL has no usable host name.',
    'URL_FORBIDDEN.not-public': 'The host {host} has no public address, and only public ones are fetched.',
    'URL_FORBIDDEN.downgrade': 'The server {host} redirects from https to http, which is not followed.',
    'URL_FORBIDDEN.other-origin': 'Requests are sent to {origin} only.',
    'URL_FORBIDDEN.other-address': 'The connection reached another address than the one that was checked.',
    'FETCH_FAILED.package-changed':
      'What came from {from} is not {package} {version}, or was changed: its hash is another one. Nothing was installed.',
    'FETCH_FAILED.redirects': 'The URL redirects more than {limit} times.',
    'FETCH_FAILED.name-not-found': 'The name {host} could not be looked up.',
    'FETCH_FAILED.not-reached': '{host} could not be reached, or closed the connection.',
    'FETCH_FAILED.proxy-refused': 'The proxy refused the connection to {host} with status {status}.',
    'FETCH_FAILED.proxy-wants-password':
      'The proxy refused the connection to {host} with status {status}. It wants a name and a password: HTTPS_PROXY=http://name:password@proxy.example.org:3128',
    'FETCH_FAILED.status': 'The server {host} answered with status {status}.',
    'FETCH_FAILED.compressed': 'The server {host} sent a compressed response, which was not requested.',
    'FETCH_FAILED.redirect-not-url': 'The server {host} redirects to something that is not a URL.',
    'FETCH_FAILED.not-in-mirror': 'The mirror {mirror} has no file for {url}.',
    'FETCH_FAILED.not-in-export': 'The file has no list of {url}.',
    'FETCH_TIMEOUT.no-answer': '{host} did not answer in time.',
    'REMOTE_REFUSED.response': '{server} refused the request: {detail}',
    'REMOTE_REFUSED.control-characters':
      '{server} sent a response with control characters. Check that it is a docconv server.',
    'REMOTE_REFUSED.images-unreadable': 'The server sent images in a way that this docconv cannot read.',
    'REMOTE_REFUSED.job-unreadable': '{server} described a job in a way that this docconv cannot read.',
    'REMOTE_REFUSED.key-not-returned': '{server} did not return the key of this request. Is it a docconv server?',
    'REMOTE_REFUSED.older-server': '{server} runs an older docconv: update it.',
    'REMOTE_REFUSED.no-jobs': 'The server has no jobs: it runs an older docconv. Omit --no-wait.',
    'REMOTE_UNREACHABLE.not-reached': 'Cannot reach {server}: {reason}.',
    'REMOTE_UNREACHABLE.response-interrupted': 'The response was interrupted: {reason}.',

    // public trust
    'LIST_INVALID.adobe-rollback':
      'The list of Adobe (AATL) is refused: it was signed on {day}, before the one that is loaded ({loaded}).',
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

    // keys and mail
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

    // defects of docconv
    'INTERNAL.other': 'Internal error: {reason}',
    'INTERNAL.self-test-not-valid': 'The self-test of signatures failed: a new signature was not valid: {reason}',
    'INTERNAL.self-test-not-detected':
      'The self-test of signatures failed: a changed letter in the signed content was not detected',

    // of one of the inputs of a merge
    'merge.failed': '{name}: {reason}',
    'merge.failed.others': '{name}: {reason} Nothing was merged (other inputs: {others}).',

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

    // what Windows refuses in names of files
    'windows.device': '{name} is a device on Windows',
    'windows.character': 'names of Windows do not contain {character}',
    'windows.end': 'Windows removes a dot or a space at the end of a name',

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
