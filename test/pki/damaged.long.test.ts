import { testDamaged } from './damaged-structures.js';

testDamaged(5_000, 20262);
