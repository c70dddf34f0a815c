/**
 * What docconv and the process of a PKCS#11 module send each other: one line of JSON for each request and each answer. Binary
 * values are in base64. Answers come from a process with foreign code: token.ts checks them.
 */
import type { SignatureScheme } from '../../../pki/index.js';

export interface OpenRequest {
  readonly kind: 'open';
  readonly module: string;
  readonly token?: string | undefined;
  readonly keyLabel?: string | undefined;
  /** Without one only tokens with a PIN pad can be used. */
  readonly pin?: string | undefined;
  /** DER of the certificate, for keys without one in the token, and to choose among keys. */
  readonly certificate?: string | undefined;
}

export interface SignRequest {
  readonly kind: 'sign';
  readonly scheme: Pick<SignatureScheme, 'name' | 'digest'> & { readonly saltLength?: number };
  readonly data: string;
}

export type TokenRequest = OpenRequest | SignRequest;

export const TOKEN_FAULTS = [
  'module',
  'no-token',
  'several-tokens',
  'no-key',
  'several-keys',
  'no-certificate',
  'pin-needed',
  'pin-wrong',
  'pin-last-try',
  'pin-locked',
  'mechanism',
  'removed',
  'call',
] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

export type TokenAnswer =
  /** The certificate of the key first, then those that it came with. */
  | { readonly certificates: readonly string[] }
  | { readonly signature: string }
  /** `text`: labels, or what the module returned. */
  | { readonly fault: TokenFault; readonly text: string };

/** The descriptor that answers are written to: modules may print to stdout. */
export const ANSWERS = 3;
