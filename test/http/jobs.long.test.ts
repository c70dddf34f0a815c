/** Jobs of servers with a store. */
import { postgresql, storeVariables } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { jobCases } from './job-cases.js';

describeWith('in PostgreSQL', [postgresql], () => jobCases(storeVariables, true));
