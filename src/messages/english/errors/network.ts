/** The texts of errors about the network. */
export const networkErrors = () =>
  ({
    // the network
    'URL_FORBIDDEN.fetching-disabled': 'Fetching URLs is disabled on this server.',
    'URL_FORBIDDEN.incomplete': 'This is not a complete URL. Write it like https://example.org/file.pdf.',
    'URL_FORBIDDEN.scheme': 'URLs that start with {scheme} are not requested, only {permitted}.',
    'URL_FORBIDDEN.credentials': 'A URL with a name or password in it is not requested.',
    'URL_FORBIDDEN.port': 'URLs with port {port} are not requested, only those with port {permitted}.',
    'URL_FORBIDDEN.no-host': 'This URL has no usable host name.',
    'URL_FORBIDDEN.not-public': 'The host {host} has no public address, and requests go to public ones only.',
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
    'FETCH_FAILED.timestamp-refused':
      'The time-stamping authority {host} refused to make a timestamp (status {status}).',
    'FETCH_FAILED.timestamp-unreachable':
      'The time-stamping authority made no timestamp: {problem} Check its URL (--tsa), or try again later.',
    'FETCH_TIMEOUT.timestamp-timeout': 'The time-stamping authority made no timestamp: {problem} Try again later.',
    'URL_FORBIDDEN.timestamp-forbidden': 'The time-stamping authority is not asked: {problem} Check its URL (--tsa).',
    'TOO_LARGE.timestamp-too-large':
      'The time-stamping authority sent something larger than a timestamp: {problem} Check its URL (--tsa).',
    'FETCH_FAILED.timestamp-credentials-needed':
      '{problem} Where the time-stamping authority wants a name and a password, give them by --tsa-user and --tsa-password-file; where it wants a certificate (mutual TLS), by --tsa-cert and --tsa-key.',
    'FETCH_FAILED.timestamp-credentials-refused':
      '{problem} It was given a name and a password: check those of --tsa-user and --tsa-password-file, or of its URL.',
    'FETCH_FAILED.timestamp-unreadable':
      'The time-stamping authority {host} sent no readable timestamp. Check its URL (--tsa): an authority answers by RFC 3161.',
    'FETCH_FAILED.timestamp-nonce':
      'The timestamp of {host} is refused: its nonce is not that of the request, so it answers another one.',
    'FETCH_FAILED.timestamp-policy': 'The timestamp of {host} is refused: its policy is not the one that was required.',
    'FETCH_FAILED.timestamp-imprint': 'The timestamp of {host} is refused: it stamps other data.',
    'FETCH_FAILED.timestamp-certificate':
      'The timestamp of {host} is refused: it does not contain the certificate of its signer.',
    'FETCH_FAILED.timestamp-signature': 'The timestamp of {host} is refused: its signature is not valid.',
    'FETCH_FAILED.timestamp-purpose':
      'The timestamp of {host} is refused: its certificate is not one for timestamps only.',
    'FETCH_FAILED.timestamp-time':
      'The timestamp of {host} is refused: its time is outside the validity of its certificate, or differs from the clock of this machine by more than 10 minutes.',
    'FETCH_FAILED.webhook-test': 'The event was not delivered: {reason}.',
    'FETCH_FAILED.compressed': 'The server {host} sent a compressed response, which was not requested.',
    'FETCH_FAILED.interim': 'The server {host} sent more than {limit} interim responses (status 1xx), and no other.',
    'FETCH_FAILED.redirect-not-url': 'The server {host} redirects to something that is not a URL.',
    'FETCH_FAILED.not-in-mirror':
      'The mirror {mirror} has no file for {url}. Add the file to the mirror, and its name to index.json.',
    'FETCH_FAILED.list-name':
      'The name {name} could not be looked up: check the DNS of this machine. Where only a proxy leads to the internet, set HTTPS_PROXY; in a closed network, use --mirror or docconv trust import.',
    'FETCH_FAILED.list-certificate':
      'The certificate of the server {host} is not trusted here ({reason}). Where a proxy inspects TLS, name the file with its CA in NODE_EXTRA_CA_CERTS.',
    'FETCH_FAILED.list-connection':
      '{problem} Where only a proxy leads to the internet, check HTTPS_PROXY and NO_PROXY; in a closed network, use --mirror or docconv trust import.',
    'FETCH_TIMEOUT.list':
      '{problem} More time gives --timeout. Where only a proxy leads to the internet, check HTTPS_PROXY and NO_PROXY; in a closed network, use --mirror or docconv trust import.',
    'FETCH_FAILED.not-in-export': 'The file has no list of {url}.',
    'FETCH_TIMEOUT.no-answer': '{host} did not answer in time.',
    'FETCH_TIMEOUT.idle': '{host} stopped sending: nothing came for {seconds} s.',
    'FETCH_TIMEOUT.total': '{host} did not complete its answer within {seconds} s.',
    'REMOTE_REFUSED.response': '{server} refused the request: {detail}',
    'REMOTE_REFUSED.control-characters':
      '{server} sent a response with control characters. Check that it is a docconv server.',
    'REMOTE_REFUSED.images-unreadable': 'The server sent images in a way that this docconv cannot read.',
    'REMOTE_REFUSED.answer-unreadable':
      '{server} sent an answer that this docconv cannot read. Check that it is a docconv server.',
    'REMOTE_REFUSED.key-not-returned': '{server} did not return the key of this request. Is it a docconv server?',
    'REMOTE_REFUSED.older-server': '{server} runs an older docconv: update it.',
    'REMOTE_REFUSED.no-jobs': 'The server has no jobs: it runs an older docconv. Omit --no-wait.',
    'REMOTE_UNREACHABLE.not-reached': 'Cannot reach {server}: {reason}.',
    'REMOTE_UNREACHABLE.response-interrupted': 'The response was interrupted: {reason}.',

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
  }) as const;
