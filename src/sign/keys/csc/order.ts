/** What a signing service is asked to sign: the digest, and OIDs of algorithms. */
import { createHash } from 'node:crypto';
import { DocconvError } from '../../../errors.js';
import { digestOid, type SignatureScheme, schemeOid } from '../../../pki/index.js';
import { pssParameters } from '../../scheme.js';
import type { Answer } from './service.js';

export interface Order {
  /** In base64. */
  readonly digest: string;
  /** OID of the digest algorithm. */
  readonly hashAlgo: string;
  /** OID. */
  readonly signAlgo: string;
  readonly parameters: Answer;
}

export function orderOf(
  data: Uint8Array,
  { name, digest, pss }: SignatureScheme,
  algorithms: readonly string[],
): Order {
  if (digest !== 'SHA-256' && digest !== 'SHA-384' && digest !== 'SHA-512')
    throw new DocconvError('OPTION_UNSUPPORTED.service-algorithm', { algorithm: name });
  const hashAlgo = digestOid(digest);
  const value = createHash(digest.replace('SHA-', 'sha')).update(data).digest('base64');
  if (name === 'RSASSA-PSS') {
    const signAlgoParams = Buffer.from(pssParameters(digest, pss?.saltLength ?? 0)).toString('base64');
    return { digest: value, hashAlgo, signAlgo: schemeOid(name, 'other'), parameters: { signAlgoParams } };
  }
  const [own, plain] = [schemeOid(name, digest), schemeOid(name, 'other')];
  // services that state the plain key algorithm take the digest from the other members
  const isPlain = name !== 'ECDSA' && !algorithms.includes(own) && algorithms.includes(plain);
  return { digest: value, hashAlgo, signAlgo: isPlain ? plain : own, parameters: {} };
}
