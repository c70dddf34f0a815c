/** Jobs: conversions and verifications whose client does not wait for them. */

export { type JobBackend, type OpenJobs, openLocalJobs } from './backend.js';
export { startReports } from './capacity.js';
export { completeDocument, type Room } from './documents/documents.js';
export * from './job.js';
export { type Executed, type RunnerSettings, startRunner } from './runner.js';
export type { JobLimits } from './store/store.js';
export { announcementOf, documentsOf, startUpkeep } from './upkeep.js';
export { type SenderSettings, startWebhookSender, type Tried } from './webhooks/sender.js';
export { webhookSecret } from './webhooks/signature.js';
