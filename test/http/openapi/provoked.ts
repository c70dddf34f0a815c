/** For each problem code, a request to any operation that is answered with it. */
import { request } from 'node:http';
import { signedPdf } from '../signed.js';
import type { Operation } from './described.js';

export interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Only the head is sent, and no end of it. */
  readonly isCut?: true;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const FORM = 'multipart/form-data; boundary=x';
const form = (name: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--x--\r\n'),
  ]);
const JSON_TYPE = { 'content-type': 'application/json' };

const bodiesOf = ({ operation: { requestBody } }: Target) => Object.keys(requestBody?.content ?? {});
const takesForm = (target: Target) => bodiesOf(target).includes('multipart/form-data');
const takesJson = (target: Target) => bodiesOf(target).includes('application/json');

/** A request that is valid as far as HTTP and the types of bodies go, with its required parameters. */
export function plain(target: Target, more: Partial<Sent> = {}): Sent {
  const { method, path, operation } = target;
  const required = (operation.parameters ?? []).filter(one => one.in === 'query' && one.required);
  const query = required.map(({ name }) => `${name}=${MEMBERS[name] ?? 'text'}`).join('&');
  const [type, body] = takesForm(target) ? [FORM, form('a.pdf', signedPdf())] : ['application/json', exampleOf(target)];
  const hasBody = operation.requestBody !== undefined;
  const given = { method, path: query ? `${path}?${query}` : path, headers: {}, ...more };
  if (!hasBody || more.body !== undefined) return given;
  return { ...given, body, headers: { 'content-type': type, ...given.headers } };
}

const MEMBERS: Readonly<Record<string, string>> = { email: 'you@example.org', code: 'ABCD2345' };

/** With the required members. */
function exampleOf({ operation: { requestBody } }: Target): string {
  const { required = [] } = requestBody?.content['application/json']?.schema ?? {};
  return JSON.stringify(Object.fromEntries(required.map(name => [name, MEMBERS[name] ?? 'text'])));
}

const withHeaders = (headers: Record<string, string>) => (target: Target) => plain(target, { headers });
const withQuery = (query: string) => (target: Target) => {
  const sent = plain(target);
  return { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${query}` };
};
const withJson = (body: string) => (target: Target) =>
  takesJson(target) ? plain(target, { body, headers: JSON_TYPE }) : null;
const withDocument =
  (name: string, content: Buffer | string, query = '') =>
  (target: Target) =>
    takesForm(target)
      ? plain(target, { path: target.path + query, body: form(name, content), headers: { 'content-type': FORM } })
      : null;
const otherId = (target: Target, id: string) =>
  target.operation.parameters?.some(one => one.in === 'path')
    ? plain({ ...target, path: target.path.replace('none', id) })
    : null;

/** Null: the operation has no such request. */
export const PROVOKE: Readonly<Record<string, (target: Target) => Sent | null>> = {
  invalid_request: withQuery('%FF=1'),
  expectation_failed: withHeaders({ expect: 'a miracle' }),
  misdirected_request: withHeaders({ host: 'example.org' }),
  headers_too_large: withHeaders({ 'x-large': 'a'.repeat(20_000) }),
  request_timeout: target => ({ ...plain(target), isCut: true }),
  uri_too_long: target => otherId(target, 'a'.repeat(300)),
  key_missing: withHeaders({ authorization: '', prefer: 'respond-async' }),
  key_invalid: withHeaders({ authorization: 'Bearer dck_no', prefer: 'respond-async' }),
  invalid_parameter: target =>
    takesJson(target) && !takesForm(target)
      ? plain(target, { body: '{"unknown":1}', headers: JSON_TYPE })
      : (otherId(target, '!') ?? withQuery('unknown=1')(target)),
  invalid_json: withJson('{"'),
  duplicate_member: withJson('{"email":"a","email":"b"}'),
  invalid_multipart: target => plain(target, { body: '--x--\r\n', headers: { 'content-type': FORM } }),
  too_large: target => plain(target, { headers: { 'content-length': '10000000' } }),
  unsupported_media_type: target => plain(target, { body: 'a,b', headers: { 'content-type': 'text/csv' } }),
  unsupported_encoding: withHeaders({ 'content-encoding': 'gzip' }),
  not_acceptable: withHeaders({ accept: 'text/csv' }),
  prefetch_refused: withHeaders({ purpose: 'prefetch' }),
  code_invalid: plain,
  not_found: target => otherId(target, 'none'),
  key_not_permitted: target =>
    target.operation.operationId === 'listKeys' ? withQuery('all=true')(target) : plain(target),
  empty_document: withDocument('a.txt', ''),
  corrupt_document: target =>
    (takesJson(target) ? withDocument('a.pdf', '%PDF-1.7 nothing') : withDocument('a.docx', 'PK\u0003\u0004 nothing'))(
      target,
    ),
  not_a_pdf: withDocument('a.pdf', 'text'),
  unsupported_format: withDocument('a.bin', '\0\u0001\u0002\ufffd'),
  format_mismatch: withDocument('a.docx', 'hello', '?from=docx'),
  option_unsupported: withDocument('a.txt', 'hello', '?landscape=true'),
  url_forbidden: withJson('{"document":{"url":"http://127.0.0.1/a.pdf"}}'),
  webhook_undeliverable: target =>
    target.operation.operationId === 'testWebhook'
      ? plain(target, { body: '{"url":"http://127.0.0.1/"}', headers: JSON_TYPE })
      : plain(target, { path: `${target.path}?webhook=http://127.0.0.1/`, headers: { prefer: 'respond-async' } }),
  undecodable_document: withJson('{"document":{"base64":"JVBER"}}'),
};

export function send(url: string, key: string, { method, path, headers, body, isCut }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const own = { authorization: `Bearer ${key}`, ...headers };
    const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers: given, agent: false });
    sent.on('error', reject);
    sent.on('response', response => {
      const blocks: Buffer[] = [];
      response.on('data', block => blocks.push(block));
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({
          status: response.statusCode!,
          headers: new Headers(received),
          body: Buffer.concat(blocks).toString(),
        });
        sent.destroy();
      });
    });
    if (isCut)
      sent.on('socket', socket =>
        socket.on('connect', () => socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`)),
      );
    else sent.end(body);
  });
}
