/** A time-stamping authority and responders as real HTTP servers on loopback, which can be told to misbehave. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { children, readDer } from '../../../src/pki/der/reader.js';
import { TAG } from '../../../src/pki/index.js';
import { createPki, type Pki, type Row, type TimestampOptions } from '../pki.js';
import { integer, sequence } from './der.js';

type Answer = (body: Buffer, authorization: string | undefined) => { status?: number; body: Uint8Array };

export interface AuthorityServers {
  pki: Pki<'root' | 'ca' | 'ann' | 'tsa' | 'bad'>;
  base: string;
  /** Replaces an answer until reset(). */
  answer(path: '/tsa' | '/ocsp' | `/${string}.crl`, answer: Answer): void;
  reset(): void;
  /** An answer to the request, with deviations. */
  token(request: Buffer, change?: Partial<TimestampOptions>, tsa?: 'tsa' | 'bad'): Uint8Array;
  close(): Promise<void>;
}

/** `more`: further certificates, whose revocation is known from the CRL of their issuer. */
export async function startAuthorities(more: Readonly<Record<string, Row>> = {}): Promise<AuthorityServers> {
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const made = answers.get(request.url ?? '')?.(Buffer.concat(chunks), request.headers.authorization);
      response.writeHead(made?.status ?? (made ? 200 : 404)).end(made?.body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const crlUrl = `${base}/ca.crl`;
  const rows = {
    root: {},
    ca: { issuer: 'root', ca: true, crlUrl: `${base}/root.crl` },
    ann: { issuer: 'ca', ocspUrl: `${base}/ocsp`, crlUrl },
    tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true, crlUrl },
    bad: { issuer: 'ca', crlUrl },
    ...Object.fromEntries(
      Object.entries(more).map(([name, row]) => [
        name,
        { issuer: 'ca', crlUrl: `${base}/${row.issuer ?? 'ca'}.crl`, ...row },
      ]),
    ),
  };
  const pki = createPki(rows, new Date());
  const token: AuthorityServers['token'] = (request, change = {}, tsa = 'tsa') => {
    const [, stamped, ...rest] = children(readDer(request));
    const nonce = rest.find(({ tag }) => tag === TAG.integer); // a policy may be before it
    const imprint = children(stamped!)[1]!.content;
    const stated = { time: new Date(), imprint, nonce: Buffer.from(nonce!.content).toString('hex') };
    return granted(pki.timestamp(tsa, new Uint8Array(), { ...stated, ...change }));
  };
  const reset = () => {
    answers.set('/tsa', body => ({ body: token(body) }));
    answers.set('/ocsp', () => ({ body: pki.ocsp('ann', freshNow()) }));
    for (const name of ['root', 'ca', ...Object.keys(more)] as 'ca'[])
      answers.set(`/${name}.crl`, () => ({ body: pki.crl(name, freshNow()) }));
  };
  reset();
  const close = () => new Promise<void>(resolve => server.close(() => resolve()));
  return { pki, base, answer: (path, made) => void answers.set(path, made), reset, token, close };
}

const freshNow = () => ({ thisUpdate: new Date(), nextUpdate: new Date(Date.now() + 86_400_000) });

const granted = (token: Uint8Array): Uint8Array => sequence(sequence(integer(0)), token);

export const refused = (): Uint8Array => sequence(sequence(integer(2)));
