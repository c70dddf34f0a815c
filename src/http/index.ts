/** The HTTP service: /v1 routes, health, metrics, API description and pages. */

export { listen } from './listen.js';
export { PROBLEM_OF_ERROR, PROBLEMS } from './problem-table.js';
export { buildServer, type Server } from './server.js';
export type { Role, ServerServices, ServerSettings, TrustedLists } from './services.js';
