/** Jobs: conversions and verifications whose client does not wait for them. */

export { type JobBackend, type OpenJobs, openLocalJobs } from './backend.js';
export { startReports } from './capacity.js';
export { type ByteRange, completeDocument, type Room } from './documents/documents.js';
export * from './job.js';
export { type Executed, type RunnerSettings, startRunner } from './runner.js';
export { createSharedExclusiveLock, type SharedExclusiveLock } from './shared-exclusive-lock.js';
export { encryptionFor } from './store/encryption.js';
export type { JobLimits, JobQuery } from './store/store.js';
export { announcementOf, documentsOf, startUpkeep } from './upkeep.js';
export type { DeliveryQuery } from './webhooks/deliveries.js';
export {
  DELIVERY_STATUSES,
  type DeliveryState,
  newDeliveryId,
  testBody,
} from './webhooks/delivery.js';
export { type PostSettings, post } from './webhooks/post.js';
export { type ResultAnswer, type SenderSettings, startWebhookSender, type Tried } from './webhooks/sender.js';
export { secretBytes, secretText } from './webhooks/signature.js';
