/** XFA forms: whether a change is that of filling in. */
export { xfaChange } from './change.js';
