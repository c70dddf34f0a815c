/**
 * Every way we know to make a fetcher reach what it must not: the printed table of the tests in ssrf.test.ts.
 * `{port}` is the planted server's. It listens on every loopback address, IPv4 and IPv6.
 */
import type { ErrorCode } from '../../src/errors.js';

export interface Form {
  what: string;
  url: string;
  code: ErrorCode;
  /** It means the planted server: without the guard it is reached (shown by the control test). */
  reaches?: true;
}

const refused = (what: string, url: string): Form => ({ what, url, code: 'URL_FORBIDDEN' });
const planted = (what: string, url: string): Form => ({ what, url, code: 'URL_FORBIDDEN', reaches: true });
const host = (what: string, name: string) => refused(what, `http://${name}:{port}/`);
const loopback = (what: string, name: string) => planted(what, `http://${name}:{port}/`);

const CLASSES_V4: Form[] = [
  loopback('loopback', '127.0.0.1'),
  loopback('loopback, the far end', '127.255.255.254'),
  loopback('this host', '0.0.0.0'),
  host('this network', '0.1.2.3'),
  host('private 10/8', '10.0.0.1'),
  host('carrier-grade NAT', '100.64.0.1'),
  host('metadata inside 100.64/10', '100.100.100.200'),
  host('metadata, link-local', '169.254.169.254'),
  host('private 172.16/12, first', '172.16.0.1'),
  host('private 172.16/12, last', '172.31.255.255'),
  host('protocol assignments', '192.0.0.1'),
  host('documentation 1', '192.0.2.1'),
  host('AS112', '192.31.196.1'),
  host('AMT', '192.52.193.1'),
  host('6to4 relay', '192.88.99.1'),
  host('private 192.168/16', '192.168.0.1'),
  host('AS112 direct', '192.175.48.1'),
  host('benchmarks, first', '198.18.0.1'),
  host('benchmarks, last', '198.19.255.255'),
  host('documentation 2', '198.51.100.1'),
  host('documentation 3', '203.0.113.1'),
  host('multicast', '224.0.0.1'),
  host('reserved', '240.0.0.1'),
  host('broadcast', '255.255.255.255'),
];

const NOTATIONS_V4: Form[] = [
  loopback('decimal', '2130706433'),
  loopback('hexadecimal', '0x7f000001'),
  loopback('octal', '017700000001'),
  loopback('two parts', '127.1'),
  loopback('three parts', '127.0.1'),
  loopback('two parts, hexadecimal', '0x7f.1'),
  loopback('parts in octal', '0177.0.0.01'),
  loopback('parts of every base', '0177.0x0.0.0x1'),
  loopback('zero', '0'),
  loopback('leading zeros', '0000000177.0.0.1'),
  loopback('a dot at the end', '127.0.0.1.'),
  loopback('circled digits', '①②⑦.⓪.⓪.①'),
  loopback('full-width digits', '１２７.０.０.１'),
  loopback('ideographic full stops', '127。0。0。1'),
  loopback('percent-encoded', '%31%32%37.0.0.1'),
  loopback('a tab inside', '127.0.\t0.1'),
  loopback('a line end inside', '127.0.0\r\n.1'),
  loopback('a soft hyphen inside', '127.0.0\u00ad.1'),
  refused('five parts', 'http://127.0.0.0.1:{port}/'),
  refused('a part too large', 'http://127.0.0.256:{port}/'),
];

const CLASSES_V6: Form[] = [
  loopback('IPv6 loopback', '[::1]'),
  loopback('IPv6 loopback, in full', '[0:0:0:0:0:0:0:1]'),
  loopback('IPv6 loopback, last part dotted', '[::0.0.0.1]'),
  loopback('IPv6 unspecified', '[::]'),
  loopback('mapped, dotted', '[::ffff:127.0.0.1]'),
  loopback('mapped, hexadecimal', '[::ffff:7f00:1]'),
  loopback('mapped, in full', '[0000:0000:0000:0000:0000:FFFF:7F00:0001]'),
  host('mapped metadata', '[::ffff:169.254.169.254]'),
  host('mapped public', '[::ffff:1.1.1.1]'),
  host('compatible', '[::127.0.0.1]'),
  host('translated (SIIT)', '[::ffff:0:127.0.0.1]'),
  host('NAT64', '[64:ff9b::127.0.0.1]'),
  host('NAT64, local use', '[64:ff9b:1::7f00:1]'),
  host('discard', '[100::1]'),
  host('Teredo', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'),
  host('benchmarks', '[2001:2::1]'),
  host('ORCHIDv2', '[2001:20::1]'),
  host('documentation', '[2001:db8::1]'),
  host('documentation, new', '[3fff::1]'),
  host('6to4 of loopback', '[2002:7f00:1::]'),
  host('AS112', '[2620:4f:8000::1]'),
  host('segment routing', '[5f00::1]'),
  host('unique local', '[fc00::1]'),
  host('metadata, unique local', '[fd00:ec2::254]'),
  host('link-local', '[fe80::1]'),
  host('link-local with a zone', '[fe80::1%25lo]'),
  host('site-local', '[fec0::1]'),
  host('multicast', '[ff02::1]'),
];

const NAMES: Form[] = [
  loopback('localhost', 'localhost'),
  loopback('localhost, capitals', 'LOCALHOST'),
  loopback('localhost, root dot', 'localhost.'),
  loopback('below localhost', 'a.localhost'),
  loopback('a name for loopback', 'loopback.example.org'),
  loopback('a name for IPv6 loopback', 'loopback6.example.org'),
  loopback('a name for mapped loopback', 'mapped.example.org'),
  host('a single label', 'printer'),
  host('.internal', 'metadata.google.internal'),
  host('.local', 'nas.local'),
  host('.home.arpa', 'nas.home.arpa'),
  host('public and loopback', 'public-then-loopback.example.org'),
  host('loopback and public', 'loopback-then-public.example.org'),
  host('public and unique local', 'public-then-ula.example.org'),
  host('no address', 'empty.example.org'),
  host('unknown name', 'unknown.example.org'),
  { ...host('a broken resolver', 'servfail.example.org'), code: 'FETCH_FAILED' },
  { ...host('a resolver that never answers', 'silent.example.org'), code: 'FETCH_TIMEOUT' },
];

const URLS: Form[] = [
  refused('file', 'file:///etc/passwd'),
  refused('ftp', 'ftp://127.0.0.1:{port}/'),
  refused('gopher', 'gopher://127.0.0.1:{port}/_GET'),
  refused('data', 'data:application/pdf;base64,JVBERi0='),
  refused('javascript', 'javascript:fetch(1)'),
  refused('blob', 'blob:http://127.0.0.1:{port}/1'),
  refused('web socket', 'ws://127.0.0.1:{port}/'),
  refused('view-source', 'view-source:http://127.0.0.1:{port}/'),
  refused('no scheme', '//127.0.0.1:{port}/'),
  refused('no scheme, no slashes', '127.0.0.1:{port}/'),
  refused('empty', ''),
  planted('scheme in capitals', 'HTTP://127.0.0.1:{port}/'),
  planted('one slash', 'http:/127.0.0.1:{port}/'),
  planted('no slash', 'http:127.0.0.1:{port}/'),
  planted('backslashes', 'http:\\\\127.0.0.1:{port}\\'),
  planted('blanks around', '  http://127.0.0.1:{port}/ '),
  planted('fragment that looks like a host', 'http://127.0.0.1:{port}#@example.org/'),
  planted('query that looks like a host', 'http://127.0.0.1:{port}?@example.org/'),
  planted('backslash before @', 'http://127.0.0.1:{port}\\@example.org/'),
  refused('a public name as user name', 'http://example.org@127.0.0.1:{port}/'),
  refused('name and password', 'http://user:secret@allowed.example.org:{port}/'),
  refused('a user name alone', 'http://user@allowed.example.org:{port}/'),
  refused('SSH port', 'http://allowed.example.org:22/'),
  refused('Redis port', 'http://allowed.example.org:6379/'),
  refused('default port, not in the list', 'http://allowed.example.org/'),
  refused('port 0', 'http://allowed.example.org:0/'),
  refused('port 65536', 'http://allowed.example.org:65536/'),
  refused('a name too long', `http://${'a.'.repeat(130)}org:{port}/`),
];

/** Answers of a server that may be reached (127.0.0.2 under an allowed name) and leads astray. */
const REDIRECTS: Form[] = [
  redirect('to loopback', 'http://127.0.0.1:{port}/'),
  redirect('to loopback in decimal', 'http://2130706433:{port}/'),
  redirect('to IPv6 loopback', 'http://[::1]:{port}/'),
  redirect('to mapped loopback', 'http://[::ffff:127.0.0.1]:{port}/'),
  redirect('to a name for loopback', 'http://loopback.example.org:{port}/'),
  redirect('without a scheme', '//127.0.0.1:{port}/'),
  redirect('with a password', 'http://a:b@allowed.example.org:{port}/'),
  redirect('to a file', 'file:///etc/passwd'),
  redirect('to another port', 'http://allowed.example.org:6379/'),
  redirect('twice, then to loopback', '/redirect?to=http%3A%2F%2F127.0.0.1%3A{port}%2F'),
  { ...redirect('for ever', '/loop'), code: 'FETCH_FAILED' },
  { ...redirect('to no URL', 'http://['), code: 'FETCH_FAILED' },
];

function redirect(what: string, to: string): Form {
  return refused(
    what,
    `http://allowed.example.org:{port}/redirect?to=${encodeURIComponent(to).replaceAll('%7Bport%7D', '{port}')}`,
  );
}

const answer = (what: string, path: string, code: ErrorCode): Form => ({
  what,
  url: `http://allowed.example.org:{port}/${path}`,
  code,
});

const BODIES: Form[] = [
  answer('a length past the limit', 'huge', 'TOO_LARGE'),
  answer('endless, without a length', 'endless', 'TOO_LARGE'),
  answer('a drip that never ends', 'drip', 'FETCH_TIMEOUT'),
  answer('no answer at all', 'silent', 'FETCH_TIMEOUT'),
  answer('half a body, then silence', 'half', 'FETCH_TIMEOUT'),
  answer('half a body, then a cut', 'cut', 'FETCH_FAILED'),
  answer('compressed, though not asked for', 'gzip', 'FETCH_FAILED'),
  answer('endless header', 'headers', 'FETCH_FAILED'),
  answer('interim answers without end', 'interim', 'FETCH_FAILED'),
  answer('a part, though not asked for', 'part', 'FETCH_FAILED'),
  answer('not HTTP', 'garbage', 'FETCH_FAILED'),
  answer('not found', 'missing', 'FETCH_FAILED'),
];

export const FORMS: readonly (readonly [group: string, rows: readonly Form[]])[] = [
  ['IPv4, every class', CLASSES_V4],
  ['IPv4 loopback, every notation', NOTATIONS_V4],
  ['IPv6, every class and every embedded IPv4', CLASSES_V6],
  ['names', NAMES],
  ['URLs', URLS],
  ['redirects', REDIRECTS],
  ['bodies', BODIES],
];
