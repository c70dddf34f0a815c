import { testCorpus } from './corpus.js';

testCorpus(index => index % 10 !== 0);
