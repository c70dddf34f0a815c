/**
 * Signs PDFs.
 *
 *     const identity = readIdentity(await readFile('id.p12'), password);      // or: createIdentity('Anna Example')
 *     await writeFile('signed.pdf', await sign('contract.pdf', identity, { reason: 'I agree' }));
 */

export { type LayOutText, parsePlace, type VisibleSignature } from './appearance/index.js';
export { requireUsable } from './certificate-key.js';
export { type ExtendOptions, extend, timestamp } from './extend.js';
export { CERTIFICATIONS, type Certification, parseLock } from './field/transforms.js';
export { type Identity, readIdentity } from './identity.js';
export * from './keys/index.js';
export { BASELINE_LEVELS, type BaselineLevel, type LevelSettings, timestampClient } from './levels.js';
export type { SigningScheme } from './scheme.js';
export { createIdentity } from './self-signed.js';
export { selfTestSignatures } from './selftest.js';
export {
  createSigningService,
  type LayoutQuestion,
  type ServedSignOptions,
  type SigningService,
} from './service/service.js';
export { type Signed, type SignOptions, sign, signToLevel } from './sign.js';
export { localSigner, type Signer } from './signer.js';
export { type TimestampAuthority, TimestampClient } from './timestamp-authority.js';
