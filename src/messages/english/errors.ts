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
    'OPTION_INVALID.unknown-member': '{member} is not a member of {object}. Its members are {known}.',

    // files on this machine
    'FILE_NOT_FOUND.missing': '{subject} does not exist.',
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
    'TOO_LARGE.download': 'The file behind the URL is larger than the {limit} bytes allowed.',
    'TOO_LARGE.base64': 'The document is larger than the allowed {limit} MB.',
    'TOO_LARGE.document': 'The document is too large: at most {limit} MiB allowed.',
    'BASE64_INVALID.document': 'The document cannot be decoded: it is not base64.',

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
