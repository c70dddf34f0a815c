/**
 * The hostile worker, which replaces an engine's worker. It "converts" ordinary documents at once; a document that names an
 * attack makes it attack, and answer with what it reached.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { NO_ANSWER, sleep } from './attack.js';
import { ATTACKS } from './attacks/index.js';
import { connect, type Link } from './link.js';
import { pdfWith, type Scene, sceneOf } from './scene.js';

process.on('uncaughtException', () => process.kill(process.pid, 'SIGKILL')); // the pipe is being read: an exit would wait
connect((document, link) => {
  const scene = sceneOf(document);
  if (scene) void attack(scene, link);
  else void convert(document, link);
});

/** Keeps the document in its folder for a moment, as an engine does. */
async function convert(document: string, link: Link): Promise<void> {
  const path = process.env.HOME && `${process.env.HOME}/document.txt`;
  if (path) writeFileSync(path, document);
  await sleep(30);
  if (path) rmSync(path);
  link.answer(pdfWith('converted'));
}

async function attack(scene: Scene, link: Link): Promise<void> {
  const loot: string[] = [];
  const run = ATTACKS[scene.attack];
  if (!run) throw new Error(`unknown attack ${scene.attack}`);
  try {
    const done = await run({ scene, link, reached: what => loot.push(what) });
    if (done === NO_ANSWER) return;
  } catch (error) {
    if (process.env.HOME) process.stderr.write(`${(error as Error).stack}\n`);
  }
  link.answer(pdfWith('attacked', loot));
}
