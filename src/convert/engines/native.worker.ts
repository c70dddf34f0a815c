/** The child process of the native engine. */
import { serveWorker } from '../../isolation/index.js';
import { kitSession } from './kit.js';
import { openKit } from './lok.js';

serveWorker(async hello => kitSession(openKit(hello.location, hello.profile)));
