/** Verifies the signature of a list with xmlsec1: an independent implementation. */
import { spawnSync } from 'node:child_process';

export type XmlsecOutcome = 'valid' | 'invalid' | 'unsupported';

const IDS = [
  'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
  'http://uri.etsi.org/02231/v2#:TrustServiceStatusList',
];

/** 'unsupported': its version does not know the algorithm. Who signed is not decided. */
export function verifyWithXmlsec(file: string): XmlsecOutcome {
  const options = ['--verify', '--insecure', ...IDS.flatMap(id => ['--id-attr:Id', id])];
  const { status, stderr, stdout } = spawnSync('xmlsec1', [...options, file], { encoding: 'utf8' });
  if (status === 0) return 'valid';
  return /xmlSecTransformIdListFindByHref/.test(stdout + stderr) ? 'unsupported' : 'invalid';
}
