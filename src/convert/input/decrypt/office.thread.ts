/** Entry of the thread that decrypts one Office document. */
import { parentPort, workerData } from 'node:worker_threads';
import { decrypt } from 'officecrypto-tool';
import { type AgileEncryption, decryptAgile } from './agile.js';

export interface DecryptionRequest {
  /** Of the document, where it has no agile encryption. */
  bytes: Uint8Array;
  agile: AgileEncryption | null;
  password: string;
}

export type DecryptionResult = { plain: Uint8Array } | { failure: string };

async function run(request: DecryptionRequest): Promise<DecryptionResult> {
  try {
    const plain = await plainOf(request);
    return plain ? { plain: new Uint8Array(plain) } : { failure: 'another password' };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function plainOf({ bytes, agile, password }: DecryptionRequest): Promise<Uint8Array | null> {
  return agile ? decryptAgile(agile, password) : decrypt(Buffer.from(bytes), { password });
}

parentPort?.postMessage(await run(workerData as DecryptionRequest));
