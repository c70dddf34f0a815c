/** LibreOffice with symbolic links to dependencies; linked-packages.long.test.ts has the WebAssembly engine, which starts slowly. */
import { linux, program } from '../helpers/requires.js';
import { enginesStart } from './linked-packages.helper.js';

const LIBREOFFICE = [linux, program('soffice')];

enginesStart({ native: LIBREOFFICE, soffice: LIBREOFFICE });
