/**
 * `node stage.main.mjs PRODUCT SUBJECT ATTACK ...`: lets hostile workers attack the library in this process, or a server that
 * it starts, and prints a line of JSON before and after each attack.
 */
import { openStage } from './stage.js';
import { SUBJECTS, type SubjectName } from './subjects.js';
import { isSpent, runAttack } from './trial.js';

const [, , product = '', subject = '', ...attacks] = process.argv;
const stage = await openStage(product);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
for (const attack of attacks) {
  print({ begins: attack });
  const outcome = await runAttack(SUBJECTS[subject as SubjectName], stage, attack);
  print(outcome);
  if (isSpent(outcome)) break;
}
await stage.close();
process.exit(0);
