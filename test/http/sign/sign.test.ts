/** POST /v1/sign: who may sign, what is signed, and what the audit log has. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKeys } from '../../../src/cli/accounts.js';
import { loadConfig } from '../../../src/config/index.js';
import { layOutText } from '../../../src/convert/index.js';
import { createFetcher } from '../../../src/fetch/index.js';
import type { Keys } from '../../../src/keys/index.js';
import { boxOf, type FormField, formFields, openPdf, type PdfStream } from '../../../src/pdf/index.js';
import {
  createSigningService,
  localSigner,
  parsePlace,
  type SigningService,
  sign as signLocally,
} from '../../../src/sign/index.js';
import { check } from '../../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../../src/trust/index.js';
import { type AuthorityServers, refused, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { document } from '../../sign/documents.js';
import { png } from '../../sign/images.js';
import { type Started, startServer } from '../started.js';

let authorities: AuthorityServers;
let trust: TrustStore;
let signing: SigningService;
let server: Started;
let operator: Keys;
let key: string;

beforeAll(async () => {
  authorities = await startAuthorities();
  trust = trustStoreOf([authorities.pki.certificate('root')]);
  const fetcher = createFetcher({ allowPrivate: true });
  const { key: own, certificate } = authorities.pki.id('ann');
  signing = createSigningService({
    open: async () => localSigner({ key: own, certificate, others: authorities.pki.certificates('ca') }),
    tsa: { url: `${authorities.base}/tsa`, fetcher },
    fetcher,
    trust: () => trust.portable,
    timeoutMs: 60_000,
    memoryMb: 512,
  });
  server = await startServer({ signing, trust });
  const env = { DOCCONV_HOME: server.folder };
  operator = await openKeys(loadConfig({ env }).values, env);
  key = (await operator.createKey({ email: 'signer@example.org', sign: true })).key;
});
afterAll(async () => {
  await server.stop();
  await signing.close();
  await authorities.close();
});

async function sign(pdf: Uint8Array, fields: Record<string, string> = {}, apiKey = key, image?: Uint8Array) {
  const body = new FormData();
  body.set('file', new Blob([Buffer.from(pdf)]), 'contract.pdf');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (image) body.set('visible-image', new Blob([Buffer.from(image)]), 'anna.png');
  const init = { method: 'POST', body, headers: { authorization: `Bearer ${apiKey}` } };
  const response = await fetch(`${server.url}/v1/sign`, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const problem = response.ok ? null : (JSON.parse(bytes.toString()) as { code: string; detail: string });
  return { status: response.status, headers: response.headers, bytes, problem };
}

/** The latest events of signatures. */
const eventsOfSigning = async (count: number) =>
  (await operator.auditLog(50)).filter(({ document }) => document !== undefined).slice(-count);

it('signs at the level LTA, and writes the use of the key and the result to the audit log', async () => {
  const { status, headers, bytes, problem } = await sign(document(), { level: 'LTA', reason: 'I agree' });
  expect(problem).toBeNull();
  expect([status, headers.get('docconv-level')]).toEqual([200, 'LTA']);
  expect(headers.get('content-disposition')).toContain('contract.signed.pdf');
  const result = await check(bytes, { trust });
  expect(result.verdict, result.reason).toBe('valid');
  expect(result.signers[0]).toMatchObject({ level: 'PAdES-BASELINE-LTA', intact: true });
  const common = {
    email: 'signer@example.org',
    keyId: expect.any(String),
    document: expect.stringMatching(/^[0-9a-f]{64}$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    certificate: authorities.pki.id('ann').certificate.sha256,
    level: 'LTA',
  };
  expect(await eventsOfSigning(2)).toMatchObject([
    { event: 'signing_begun', ...common },
    { event: 'document_signed', ...common },
  ]);
});

it('shows the signature with a text, the same as the library', async () => {
  const text = 'Signed by:\t{name}\nمی\u200cخو می\u200cخو';
  const visible = 'page=1,rect=20,20,150,50';
  const { status, bytes, problem } = await sign(document(), { visible, 'visible-text': text });
  expect([status, problem]).toEqual([200, null]);
  const { signers } = await check(bytes);
  expect(signers).toMatchObject([{ intact: true, changesAllowed: true }]);
  const { box, content } = await shownBy(bytes);
  expect(box).toMatchObject({ left: 20, bottom: 20, right: 170, top: 70 });
  expect(content).toMatch(/\bT[jJ]\b/);
  const { key: own, certificate } = authorities.pki.id('ann');
  const options = { visible: { ...parsePlace(visible), text, layOut: layOutText } };
  const local = await signLocally(document(), localSigner({ key: own, certificate, others: [] }), options);
  expect((await shownBy(local)).content).toBe(content);
});

it('shows an image, alone or beside a text, and says in which part a wrong one was', async () => {
  const visible = 'page=1,rect=20,20,150,50';
  const { status, bytes, headers, problem } = await sign(document(), { visible }, key, png());
  expect([status, problem, headers.get('docconv-level-reason')]).toEqual([200, null, null]);
  expect((await check(bytes)).signers).toMatchObject([{ intact: true, changesAllowed: true }]);
  const { content } = await shownBy(bytes);
  expect(content).toMatch(/\/Image Do/);
  expect(content).not.toMatch(/\bT[jJ]\b/);
  const both = await sign(document(), { visible, 'visible-text': '{name}' }, key, png());
  expect((await shownBy(both.bytes)).content).toMatch(/\/Image Do[\s\S]*\bT[jJ]\b/);
  const without = await sign(document(), {}, key, png());
  expect([without.status, without.problem?.detail]).toEqual([400, expect.stringContaining('"visible-image" needs')]);
  const wrong = await sign(document(), { visible }, key, Buffer.from('GIF89a'));
  expect([wrong.status, wrong.problem?.detail]).toEqual([400, expect.stringContaining('PNG')]);
});

async function shownBy(pdf: Uint8Array) {
  const { latest } = await openPdf(pdf);
  const [{ widgets }] = formFields(latest) as [FormField];
  const { dict } = widgets[0]!;
  const shown = latest.resolve(latest.getDict(dict, 'AP')!.get('N')!) as PdfStream;
  return {
    box: boxOf(latest, dict.get('Rect')),
    content: Buffer.from(latest.decode(shown).bytes).toString('latin1'),
  };
}

it('needs a key that may sign', async () => {
  const { status, problem } = await sign(document(), {}, server.key);
  expect([status, problem?.code]).toEqual([403, 'key_not_permitted']);
  const { id, key: granted } = await operator.createKey({ email: 'later@example.org' });
  expect((await sign(document(), {}, granted)).status).toBe(403);
  await operator.permitSigning(id, true);
  expect((await sign(document(), {}, granted)).status).toBe(200);
  await operator.permitSigning(id, false);
  expect((await sign(document(), {}, granted)).status).toBe(403);
});

const REFUSED: [string, () => Uint8Array, Record<string, string>, number, string][] = [
  ['what is no PDF', () => Buffer.from('hello'), {}, 422, 'not_a_pdf'],
  ['an unknown option', document, { tsa: 'http://example.org' }, 400, 'invalid_parameter'],
  ['an unknown level', document, { level: 'X' }, 400, 'invalid_parameter'],
  ['a lock without names', document, { lock: 'only=' }, 400, 'invalid_parameter'],
  ['a visible signature without a place', document, { 'visible-text': 'Hello' }, 400, 'invalid_parameter'],
  [
    'a text in a direction of its own',
    document,
    { visible: 'page=1,rect=0,0,50,50', 'visible-text': 'a\u202eb' },
    400,
    'invalid_parameter',
  ],
  ['a place that is none', document, { visible: 'page=x' }, 400, 'invalid_parameter'],
  ['a place outside of the page', document, { visible: 'page=1,rect=900,0,50,50' }, 400, 'invalid_parameter'],
  ['a page that is not there', document, { visible: 'page=9,rect=0,0,50,50' }, 400, 'invalid_parameter'],
  ['a field that is not there', document, { field: 'Nowhere' }, 400, 'invalid_parameter'],
];
it.each(REFUSED)('refuses %s', async (_, pdf, fields, status, code) => {
  const { status: answered, problem } = await sign(pdf(), fields);
  expect([answered, problem?.code], problem?.detail).toEqual([status, code]);
});

it('answers 502 when the authority refuses, and the log of events says so', async () => {
  authorities.answer('/tsa', () => ({ body: refused() }));
  const { status, problem } = await sign(document(), { level: 'T' });
  const lower = await sign(document(), { level: 'T', 'allow-lower-level': 'true' });
  authorities.reset();
  expect([status, problem?.code]).toEqual([502, 'signing_failed']);
  expect(problem?.detail).not.toContain('127.0.0.1');
  expect([lower.status, lower.headers.get('docconv-level')]).toEqual([200, 'B']);
  const metrics = await server.metrics();
  expect(metrics).toContain('docconv_signatures_total{outcome="signing_failed",level="T"} 1');
  expect(metrics).toContain('docconv_signatures_total{outcome="ok",level="B"}');
  expect(metrics).toContain('docconv_signing_key_failing 0');
  const events = await eventsOfSigning(4);
  expect(events.map(({ event, reason, level }) => [event, reason, level])).toEqual([
    ['signing_begun', undefined, 'T'],
    ['signing_failed', 'signing_failed', 'T'],
    ['signing_begun', undefined, 'T'],
    ['document_signed', undefined, 'B'],
  ]);
});

it('is not there without a key, and not described', async () => {
  const other = await startServer();
  const response = await fetch(`${other.url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.key}` },
  });
  expect(response.status).toBe(404);
  expect(await (await fetch(`${other.url}/openapi.json`)).text()).not.toContain('/v1/sign');
  await other.stop();
});
