/** Client of a remote docconv server, and the API keys saved for it. */
export { isLoopback, serverAddress } from './address.js';
export { type Credentials, openCredentials, type SavedServer } from './credentials.js';
export { parseJobAddress, type RemoteJob } from './jobs.js';
export { Remote, type RemoteMergeFacts } from './remote.js';
export type { RemoteDelivery, RemoteWebhookSecret } from './webhooks.js';
