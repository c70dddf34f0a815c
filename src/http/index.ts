/** The HTTP face: the service of the specification. */
export { buildServer, type Server } from './build.js';
export { HTTP_PROBLEMS, PROBLEM_OF_CODE } from './errors.js';
export { type Listening, listen } from './listen.js';
export type { ServerServices } from './services.js';
export { DEFAULT_SETTINGS, type ServerSettings } from './settings.js';
