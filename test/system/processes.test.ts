import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { isRunning } from '../helpers/processes.js';
import { linux, testWith } from '../helpers/requires.js';

testWith('a process runs from its start on, although it has no command line yet', [linux], async () => {
  for (let i = 0; i < 50; i++) {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(isRunning(child.pid!)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(child.pid!)).toBe(false);
  }
});
