/** The PostgreSQL database that several docconvs share. Loaded only when the setting `store` is set. */
export { type ClockSkew, clockSkew } from './clock.js';
export { openPostgres, type Postgres, type Query } from './connect.js';
export { urlsOfHosts } from './hosts.js';
export type { Listener } from './listen.js';
export { migrate, requireSchema, schemaState } from './migrations.js';
export { createRequestCounts, type RequestCounts } from './request-counts.js';
export { derivedKey, parseSecrets, requireSecrets } from './secrets.js';
export { isAway } from './store-errors.js';
