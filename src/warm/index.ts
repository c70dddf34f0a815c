/** An engine in the background for the calls of one user: starts it, and converts with it. */
export { WarmConnection, type WarmResult } from './client.js';
export { packageStamp, socketPath, warmFolder } from './folder.js';
export { type EngineState, engineStates, stopEngines } from './list.js';
