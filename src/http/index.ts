/** The HTTP service: /v1 routes, health, metrics, API description and pages. */

export { type Address, type Listening, listen, type TcpAddress } from './listen.js';
export { PROBLEM_OF_ERROR, PROBLEMS } from './problem-table.js';
export { buildServer, buildWaitingServer, type Server } from './server.js';
export type { ConversionProbe, Role, ServerServices, ServerSettings, TrustedLists } from './services.js';
