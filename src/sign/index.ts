/**
 * Signs PDFs.
 *
 *     const identity = readIdentity(await readFile('id.p12'), password);      // or: createIdentity('Anna Example')
 *     await writeFile('signed.pdf', await sign('contract.pdf', identity, { reason: 'I agree' }));
 */

export type { LayOutText, VisibleSignature } from './appearance/index.js';
export { type Identity, readIdentity } from './identity.js';
export * from './keys/index.js';
export type { SchemeDigest, SigningScheme } from './scheme.js';
export { createIdentity } from './self-signed.js';
export { selfTestSignatures } from './selftest.js';
export { type SignOptions, sign } from './sign.js';
export { localSigner, type Signer } from './signer.js';
export { CERTIFICATIONS, type Certification, type FieldLock } from './transforms.js';
