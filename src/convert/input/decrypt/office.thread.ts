/** Entry of the thread that decrypts one Office document. */
import { parentPort, workerData } from 'node:worker_threads';
import { decrypt } from 'officecrypto-tool';

export interface DecryptionRequest {
  bytes: Uint8Array;
  password: string;
}

export type DecryptionResult = { plain: Uint8Array } | { failure: string };

async function run({ bytes, password }: DecryptionRequest): Promise<DecryptionResult> {
  try {
    return { plain: new Uint8Array(await decrypt(Buffer.from(bytes), { password })) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as DecryptionRequest));
