/** kit-memory.main LIBRARY: prints what happens with a document that this LibreOfficeKit does not load, as JSON. */
import { dirname, join } from 'node:path';
import { openKit } from '../../../src/convert/engines/native/lok.js';
import { loadLibrary } from '../../../src/system/native-library.js';

const library = process.argv[2]!;
const kit = await openKit(library, dirname(library));
const document = kit.load(join(dirname(library), 'a.odt'), '');
const errors = [kit.lastError(), kit.lastError()];
console.log(JSON.stringify({ document, errors, held: loadLibrary(library).func('int held_texts()')() }));
