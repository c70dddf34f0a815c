/** Engines of docconv whose dependencies lie elsewhere; linked-packages.long.test.ts has the embedded one, which starts slowly. */
import { linux, program } from '../helpers/requires.js';
import { enginesStart } from './linked-packages.helper.js';

const LIBREOFFICE = [linux, program('soffice')];

enginesStart({ native: LIBREOFFICE, soffice: LIBREOFFICE });
