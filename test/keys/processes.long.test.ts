import { test } from 'vitest';
import { killIssuers } from './issuer-process.js';

test('processes killed at random moments leave complete files and lose no issued key', () => killIssuers(40));
