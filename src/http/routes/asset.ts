/** Content that is the same in every answer: with an ETag (RFC 9110, 8.8.3), and compressed once. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../plugins/accept.js';
import { digestFor, isNamed, isSame } from '../plugins/entity-tags.js';
import { HttpProblem } from '../problem.js';

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** The same for all encodings, as a part of their ETags. */
  readonly digest: string;
  /** By encoding, from the first request for it. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

export function assetOf(type: string, body: Buffer): Asset {
  return { type, body, digest: digestFor(body), encoded: new Map() };
}

/** 304 where the client has the content already. Clients ask each time whether it is still the same. Throws precondition_failed. */
export async function sendAsset(asset: Asset, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingFor(asset, headers['accept-encoding']);
  const etag = `"${asset.digest}-${encoding}"`;
  if (!isSame(headers['if-match'] ?? '*', etag))
    throw new HttpProblem('precondition_failed', undefined, { headers: { etag } });
  reply.header('etag', etag).header('cache-control', 'no-cache');
  if (isCompressible(asset)) varyBy(reply, 'accept-encoding');
  if (isKnown(asset, headers['if-none-match'])) return reply.code(304).send();
  const body = asset.encoded.get(encoding) ?? encode(encoding, asset.body);
  asset.encoded.set(encoding, body);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(await body);
}

/** Documents and pictures are compressed already. */
const isCompressible = ({ type }: Asset): boolean => /^text\/|svg|json|wasm/.test(type);

function encodingFor(asset: Asset, header: string | undefined): Encoding {
  const preferred = (['br', 'gzip'] as const).find(encoding => isAccepted(header, encoding));
  return (isCompressible(asset) && preferred) || 'identity';
}

/** Brotli takes a second of processor time for PDFium at 9, and a quarter of it at 5, for 2 % more bytes. */
const LARGE = 1 << 20;

async function encode(encoding: Encoding, body: Buffer): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return promisify(gzip)(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: body.length > LARGE ? 5 : 9 };
  return promisify(brotliCompress)(body, { params });
}

/** RFC 9110, 12.5.3: without the header, the content is sent as it is. */
const isAccepted = (header: string | undefined, encoding: string): boolean =>
  Boolean(header) && accepts(header, encoding);

/** In any encoding. */
const isKnown = ({ digest }: Asset, header: string | undefined): boolean =>
  isNamed(header, tag => tag.startsWith(`"${digest}-`));

/** Beside what other plugins vary by, such as Origin. */
function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others ? `${others}, ${name}` : name);
}
