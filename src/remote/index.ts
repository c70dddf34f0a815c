/** Client of a remote docconv server, and the API keys saved for it. */
export { isLoopback, serverAddress } from './address.js';
export { type Credentials, openCredentials, type SavedServer } from './credentials.js';
export { Remote } from './remote.js';
