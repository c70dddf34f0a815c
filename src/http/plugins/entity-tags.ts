/** Entity tags (RFC 9110, 8.8.3), which name a version of some content. */
import { createHash } from 'node:crypto';

/** The opaque part of a tag, without quotation marks: 132 bits. @param version what is different for another content */
export function digestFor(version: string | Buffer): string {
  return createHash('sha256').update(version).digest('base64url').slice(0, 22);
}

/** Whether the header If-Match names the strong tag, by the strong comparison (13.1.1); `*` names all. */
export function isSame(header: string, etag: string): boolean {
  return header.split(',').some(tag => ['*', etag].includes(tag.trim()));
}

/** Whether the header If-None-Match names a tag, by the weak comparison (13.1.2); `*` names all. */
export function isNamed(header: string | undefined, isTag: (tag: string) => boolean): boolean {
  const tags = (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return tags.some(tag => tag === '*' || isTag(tag));
}
