/**
 * The process that loads a PKCS#11 module: foreign code, which must not read the memory of docconv or end it. The PIN comes
 * with the first request, never as an argument or a variable. Ends with its standard input.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ANSWERS, type TokenAnswer, type TokenRequest } from './protocol.js';
import { openSession, type Session, TokenError } from './session.js';

const open: Session[] = [];

for await (const line of createInterface({ input: process.stdin })) {
  writeSync(ANSWERS, `${JSON.stringify(answerTo(JSON.parse(line) as TokenRequest))}\n`);
}
for (const session of open) session.close();
process.exit(0); // threads of the module may still run

function answerTo(request: TokenRequest): TokenAnswer {
  try {
    if (request.kind === 'sign') return { signature: base64(open[0]!.sign(request)) };
    const session = openSession(request);
    open.push(session);
    return { certificates: session.certificates.map(base64) };
  } catch (thrown) {
    const { message } = thrown as Error;
    return { fault: thrown instanceof TokenError ? thrown.fault : 'call', text: message };
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
