import { testDamaged } from './damaged-structures.js';

testDamaged(300, 20261);
