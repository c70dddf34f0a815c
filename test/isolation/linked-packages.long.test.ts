/** The WebAssembly engine with symbolic links to dependencies. */
import { linux } from '../helpers/requires.js';
import { enginesStart } from './linked-packages.helper.js';

enginesStart({ wasm: [linux] });
