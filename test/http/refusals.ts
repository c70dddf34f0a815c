/** Requests and the problems that answer them. */
export type Refusal = readonly [
  name: string,
  status: number,
  code: string,
  path: string,
  init?: RequestInit,
  withKey?: 'key',
];

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const form = (...parts: (readonly [name: string, value: string | Blob])[]): RequestInit => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value as Blob);
  return { method: 'POST', body };
};
const file = (bytes = 'hello', name = 'a.txt') => ['file', new File([bytes], name)] as const;
const raw = (type: string, body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': type }, body });
const having = (headers: Record<string, string>, init: RequestInit = {}): RequestInit => ({ ...init, headers });
const HALF_A_FORM = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';

// biome-ignore format: a table is read by its columns
export const REFUSALS: readonly Refusal[] = [
  ['an unknown path', 404, 'not_found', '/nothing'],
  ['an unknown path with a body of any type', 404, 'not_found', '/nothing', raw('text/csv', 'x')],
  ['a bad escape in the path', 400, 'invalid_request', '/v1/%zz'],
  ['a path that is not UTF-8', 400, 'invalid_request', '/v1/jobs/%ED%A0%80', {}, 'key'],
  ['a query that is not UTF-8', 400, 'invalid_request', '/v1/auth/register?email=%ED%A0%80@example.org'],
  ['a query with an incomplete escape', 400, 'invalid_request', '/v1/convert?watermark=100%', form(file()), 'key'],
  ['a parameter whose name is not UTF-8', 400, 'invalid_request', '/healthz?%FF=1'],
  ...['GET', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map(method => [`${method} on convert`, 405, 'method_not_allowed', '/v1/convert', { method }] as const),
  ['POST on health', 405, 'method_not_allowed', '/healthz', { method: 'POST' }],
  ['PUT on a key', 405, 'method_not_allowed', '/v1/keys/abc', { method: 'PUT' }],
  ['an unknown expectation', 417, 'expectation_failed', '/healthz', having({ expect: 'a miracle' })],

  ['register without an address', 400, 'invalid_parameter', '/v1/auth/register'],
  ['register with two addresses', 400, 'invalid_parameter', '/v1/auth/register?email=a@b.de&email=c@d.de'],
  ['register with an object for the address', 400, 'invalid_parameter', '/v1/auth/register?email[x]=a@b.de'],
  ['register with an invalid address', 400, 'invalid_parameter', '/v1/auth/register?email=nobody'],
  ['register with an unknown parameter', 400, 'invalid_parameter', '/v1/auth/register?email=a@b.de&x=1'],
  ['register with broken JSON', 400, 'invalid_json', '/v1/auth/register', json('{"email"')],
  ['register with empty JSON', 400, 'invalid_json', '/v1/auth/register', json('')],
  ['register with JSON of another shape', 400, 'invalid_parameter', '/v1/auth/register', json(['a@b.de'])],
  ['register with poisoned JSON', 400, 'invalid_json', '/v1/auth/register', json('{"email":"a@b.de","__proto__":{}}')],
  ['register with a member twice', 400, 'duplicate_member', '/v1/auth/register', json('{"email":"a@b.de","email":"c@d.de"}')],
  ['register with a member twice in different notation', 400, 'duplicate_member', '/v1/auth/register', json('{"email":"a@b.de","\\u0065mail":"c@d.de"}')],
  ['redeem with a member twice', 400, 'duplicate_member', '/v1/auth/verify', json('{"email":"a@b.de","code":"A","code":"B"}')],
  ['register by a prefetch', 403, 'prefetch_refused', '/v1/auth/register?email=a@b.de', having({ purpose: 'prefetch' })],
  ['register from another site', 403, 'prefetch_refused', '/v1/auth/register?email=a@b.de', having({ 'sec-fetch-site': 'cross-site' })],
  ['register with a form', 415, 'unsupported_media_type', '/v1/auth/register', raw('application/x-www-form-urlencoded', 'email=a@b.de')],
  ['register, wanting HTML', 406, 'not_acceptable', '/v1/auth/register?email=a@b.de', having({ accept: 'text/html' })],
  ['a wrong code', 400, 'code_invalid', '/v1/auth/verify?email=a@b.de&code=ABCDEFGH'],
  ['a wrong code by POST', 400, 'code_invalid', '/v1/auth/verify', json({ email: 'x@y.de', code: 'ABCDEFGH' })],
  ['no code', 400, 'invalid_parameter', '/v1/auth/verify?email=a@b.de'],

  ['convert without a key', 401, 'key_missing', '/v1/convert', form(file())],
  ['convert by another scheme', 401, 'key_missing', '/v1/convert', having({ authorization: 'Basic eDp5' }, form(file()))],
  ['convert with a bad key', 401, 'key_invalid', '/v1/convert', having({ authorization: 'Bearer dck_no' }, form(file()))],
  ['keys without a key', 401, 'key_missing', '/v1/keys'],
  ...['true', '1.5', '1e1', '0x10', '', ' 1', '١'].map(limit => [`${limit} jobs`, 400, 'invalid_parameter', `/v1/jobs?limit=${encodeURIComponent(limit)}`, {}, 'key'] as const),
  ...['1', 'TRUE', '', 'yes'].map(all => [`keys with all=${all}`, 400, 'invalid_parameter', `/v1/keys?all=${all}`, {}, 'key'] as const),
  ['rotate a key with true hours of grace', 400, 'invalid_parameter', '/v1/keys/none/rotate?graceHours=true', { method: 'POST' }, 'key'],
  ['revoke a key that is not there', 404, 'not_found', '/v1/keys/none', { method: 'DELETE' }, 'key'],
  ['revoke a key with the type of a body, but no body', 404, 'not_found', '/v1/keys/none', having({ 'content-type': 'application/json' }, { method: 'DELETE' }), 'key'],
  ['JSON to convert', 415, 'unsupported_media_type', '/v1/convert', json('{}'), 'key'],
  ['nothing to convert', 415, 'unsupported_media_type', '/v1/convert', { method: 'POST' }, 'key'],
  ['a form without its boundary', 400, 'invalid_multipart', '/v1/convert', raw('multipart/form-data', 'x'), 'key'],
  ['a form that ends early', 400, 'invalid_multipart', '/v1/convert', raw('multipart/form-data; boundary=x', HALF_A_FORM), 'key'],
  ['an empty form', 400, 'invalid_multipart', '/v1/convert', raw('multipart/form-data; boundary=x', '--x--\r\n'), 'key'],
  ['a form without a file', 400, 'invalid_multipart', '/v1/convert', form(['from', 'docx']), 'key'],
  ['two files', 400, 'invalid_multipart', '/v1/convert', form(file(), file()), 'key'],
  ['a file of another name', 400, 'invalid_multipart', '/v1/convert', form(['document', new File(['x'], 'a.txt')]), 'key'],
  ['a field that every object has', 400, 'invalid_parameter', '/v1/convert', form(['constructor', 'x'], file()), 'key'],
  ['an unknown field', 400, 'invalid_parameter', '/v1/convert', form(['colour', 'red'], file()), 'key'],
  ['an unknown query parameter', 400, 'invalid_parameter', '/v1/convert?colour=red', form(file()), 'key'],
  ['an option by its name in the library', 400, 'invalid_parameter', '/v1/convert?pdfVersion=1.7', form(file()), 'key'],
  ['a field by its name in the library', 400, 'invalid_parameter', '/v1/convert', form(['pdfVersion', '1.7'], file()), 'key'],
  ['an option out of range', 400, 'invalid_parameter', '/v1/convert?quality=101', form(file()), 'key'],
  ['an option twice', 400, 'invalid_parameter', '/v1/convert?pages=1&pages=2', form(file()), 'key'],
  ['an option in the URL and in the form', 400, 'invalid_parameter', '/v1/convert?pages=1', form(['pages', '1'], file()), 'key'],
  ['a password in the URL', 400, 'invalid_parameter', '/v1/convert?password=geheim', form(file()), 'key'],
  ['an unknown format', 400, 'invalid_parameter', '/v1/convert?from=pages', form(file()), 'key'],
  ['a PDF that Accept excludes', 406, 'not_acceptable', '/v1/convert', having({ accept: 'application/json' }, form(file())), 'key'],
  ['an empty document', 422, 'empty_document', '/v1/convert?from=txt', form(file('')), 'key'],
  ['text declared as docx', 415, 'format_mismatch', '/v1/convert?from=docx', form(file('hello', 'a.docx')), 'key'],
  ['bytes of an unknown format', 415, 'unsupported_format', '/v1/convert', form(file('\0\u0001\u0002\ufffd', 'a.bin')), 'key'],
  ['a document whose announced size is too large', 413, 'too_large', '/v1/convert', form(file('x'.repeat(2_000_000))), 'key'],
  ['a document that is too large', 413, 'too_large', '/v1/convert', form(file('x'.repeat(300_000))), 'key'],

  ['verify without a type', 415, 'unsupported_media_type', '/v1/verify', { method: 'POST', body: '{}' }],
  ['verify without a document', 400, 'invalid_parameter', '/v1/verify', json({})],
  ['verify with neither', 400, 'invalid_parameter', '/v1/verify', json({ document: {} })],
  ['verify with both', 400, 'invalid_parameter', '/v1/verify', json({ document: { base64: 'AAAA', url: 'https://example.org/' } })],
  ['verify a number', 400, 'invalid_parameter', '/v1/verify', json({ document: { base64: 5 } })],
  ['verify invalid base64', 422, 'undecodable_document', '/v1/verify', json({ document: { base64: 'JVBERi0*' } })],
  ['verify truncated base64', 422, 'undecodable_document', '/v1/verify', json({ document: { base64: 'JVBER' } })],
  ['verify at an invalid time', 400, 'invalid_parameter', '/v1/verify', json({ document: { base64: 'AAAA' }, at: 'yesterday' })],
  ['verify two documents', 400, 'duplicate_member', '/v1/verify', json('{"document":{"base64":"AAAA"},"document":{"base64":"BBBB"}}')],
  ['verify a document with two passwords', 400, 'duplicate_member', '/v1/verify', json('{"document":{"base64":"AAAA","password":"a","password":"b"}}')],
  ['verify a large document with a member twice', 400, 'duplicate_member', '/v1/verify', json(`{"document":{"password":"a","base64":"${'A'.repeat(100_000)}","password":"b"}}`)],
  ['verify a large document with its base64 twice', 400, 'duplicate_member', '/v1/verify', json(`{"document":{"base64":"${'A'.repeat(100_000)}","base64":"AAAA"}}`)],
  ...['2026-02-30T00:00:00Z', '2026-05-01T24:00:00Z', '2026-05-01T12:60:00Z', '2026-05-01T12:00:00+25:00', '2999-01-01T00:00:00Z', '2026-13-01', ''].map(at => [`verify at ${at}`, 400, 'invalid_parameter', '/v1/verify', json({ document: { base64: 'AAAA' }, at })] as const),
  ['verify a body that is too large', 413, 'too_large', '/v1/verify', json({ document: { base64: 'A'.repeat(400_000) } })],
  ['verify a document that is too large', 413, 'too_large', '/v1/verify', json({ document: { base64: 'A'.repeat(280_000) } })],
  ['verify a loopback URL', 403, 'url_forbidden', '/v1/verify', json({ document: { url: 'http://127.0.0.1/a.pdf' } })],
];
