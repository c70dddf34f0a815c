/** The thread that opens one encrypted Office document. */
import { parentPort, workerData } from 'node:worker_threads';
import { decrypt } from 'officecrypto-tool';

export interface OfficeQuestion {
  bytes: Uint8Array;
  password: string;
}

export type OfficeAnswer = { plain: Uint8Array } | { failure: string };

const { bytes, password } = workerData as OfficeQuestion;

async function answer(): Promise<OfficeAnswer> {
  try {
    return { plain: new Uint8Array(await decrypt(Buffer.from(bytes), { password })) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await answer());
