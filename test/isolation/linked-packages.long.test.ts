/** The embedded engine of docconv whose dependencies lie elsewhere. */
import { linux } from '../helpers/requires.js';
import { enginesStart } from './linked-packages.helper.js';

enginesStart({ wasm: [linux] });
