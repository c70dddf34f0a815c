/** Content that is the same in every answer: with an ETag (RFC 9110, 8.8.3), and compressed once. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../plugins/accept.js';

export interface Asset {
  readonly type: string;
  /** The same for all encodings, as a part of their ETags. */
  readonly digest: string;
  /** In the order of preference. */
  readonly encoded: readonly { readonly encoding: string; readonly body: Buffer }[];
}

/** Brotli takes a second of processor time for PDFium at 9, and a quarter of it at 5, for 2 % more bytes. */
const LARGE = 1 << 20;

export async function assetOf(type: string, body: Buffer): Promise<Asset> {
  const quality = body.length > LARGE ? 5 : 9;
  const all = [
    { encoding: 'br', body: await promisify(brotliCompress)(body, { params: brotli(quality) }) },
    { encoding: 'gzip', body: await promisify(gzip)(body) },
  ];
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const smaller = all.filter(one => one.body.length < 0.9 * body.length); // not those of documents and pictures
  return { type, digest, encoded: [...smaller, { encoding: 'identity', body }] };
}

const brotli = (quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
});

/** 304 where the client has the content already. Clients ask each time whether it is still the same. */
export function sendAsset({ type, digest, encoded }: Asset, { headers }: FastifyRequest, reply: FastifyReply) {
  const { encoding, body } = encoded.find(one => isAccepted(headers['accept-encoding'], one.encoding))!;
  reply.header('etag', `"${digest}-${encoding}"`).header('cache-control', 'no-cache');
  if (encoded.length > 1) varyBy(reply, 'accept-encoding');
  if (hasTag(headers['if-none-match'], digest)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(body);
}

/** RFC 9110, 12.5.3: without the header, the content is sent as it is. */
function isAccepted(header: string | undefined, encoding: string): boolean {
  return encoding === 'identity' || (Boolean(header) && accepts(header, encoding));
}

/** In any encoding: the comparison is weak (RFC 9110, 13.1.2). */
function hasTag(header: string | undefined, digest: string): boolean {
  const tags = (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return tags.some(tag => tag === '*' || tag.startsWith(`"${digest}-`));
}

/** Beside what other plugins vary by, such as Origin. */
function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others ? `${others}, ${name}` : name);
}
