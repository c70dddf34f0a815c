/** Places in an S3 server that the first test which needs it starts. */
import { createOwnServer } from '../../../src/fetch/index.js';
import type { ExternalBlobStore } from '../../../src/jobs/documents/blob-store.js';
import { createS3Objects } from '../../../src/jobs/documents/s3/objects.js';
import { s3Place } from '../../../src/jobs/documents/s3/place.js';
import { npmPackage } from '../requires.js';
import { type S3Server, startS3 } from './s3.js';

export const s3Server = npmPackage('@20minutes/s3rver');

interface TestS3 {
  blobs: ExternalBlobStore;
  /** For processes of docconv. */
  variables: Record<string, string>;
  /** Of all objects in this place. */
  keys(): string[];
  server: S3Server;
}

let started: Promise<S3Server> | null = null;
let places = 0;

/** An unused place. @param change of the variables, `port` of a relay to the server */
export async function openTestS3(change: Record<string, string> = {}, port?: number): Promise<TestS3> {
  started ??= startS3();
  const server = await started;
  const prefix = `place-${places++}`;
  const variables = { ...server.variables(prefix, port), ...change };
  const place = s3Place(variables.DOCCONV_JOB_DOCUMENTS!, variables);
  const blobs = createS3Objects(place, createOwnServer({ origin: new URL(place.url).origin, proxies: {} }));
  return { blobs, variables, keys: () => server.keys(prefix), server };
}
