/** Whom we believe. */
import type { Certificate } from '../pki/index.js';
import { keptAnchors } from './kept.js';
import { readAnchors } from './places.js';

/** An anchor is believed because somebody said so; its own signature and dates are not asked for (RFC 5280, 6.1.1 d). */
export interface TrustStore {
  /** Certificates as DER, each once. */
  anchors(): readonly Uint8Array[];
}

export function trustStoreOf(certificates: readonly Pick<Certificate, 'der' | 'sha256'>[]): TrustStore {
  const unique = new Map(certificates.map(certificate => [certificate.sha256, certificate.der]));
  const anchors = [...unique.values()];
  return { anchors: () => anchors };
}

export interface TrustPlaces {
  /** Files, folders, or 'system'. */
  readonly places: readonly string[];
  /** The folder of `docconv trust add`; null leaves kept anchors out. */
  readonly kept: string | null;
}

/** Rejects with FILE_NOT_FOUND, FILE_UNREADABLE or OPTION_INVALID, naming the place. */
export async function openTrustStore({ places, kept }: TrustPlaces): Promise<TrustStore> {
  const found = await Promise.all(places.map(readAnchors));
  const own = kept ? (await keptAnchors(kept).list()).map(anchor => anchor.certificate) : [];
  return trustStoreOf([...own, ...found.flat()]);
}
