/** The HTTP service: /v1 routes, health, metrics, API description and pages. */

export { listen } from './listen.js';
export { HTTP_PROBLEMS, PROBLEM_OF_CODE, type ProblemKind } from './problem-table.js';
export { buildServer, type Server } from './server.js';
export type { ServerServices, ServerSettings } from './services.js';
