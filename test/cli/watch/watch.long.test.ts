/** `docconv watch` as a process: where documents and results are after a run, a signal, or a kill at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { docconv } from '../../helpers/cli.js';
import { documents } from '../../helpers/documents.js';
import { faketime, wrongClock } from '../../helpers/faketime.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { describeTools, testWith } from '../../helpers/requires.js';
import { docx, type Files, filesIn, folderWith, home, jsonLines, odt, txt } from '../convert.helper.js';

const ARGV = ['watch', 'in', '-o', 'out', '--interval', '0.1', '--settle', '0.2'];
const env = { DOCCONV_HOME: home };

/** As if moved in: written long ago. */
function arrived(files: Files): string {
  const folder = folderWith(files);
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of Object.keys(files)) utimesSync(join(folder, name), hourAgo, hourAgo);
  return folder;
}

describeTools('docconv watch', ['soffice.bin'], () => {
  test('--once converts, refuses and moves what is there', async () => {
    const files = {
      'in/a.docx': docx,
      'in/sub/a.odt': odt,
      'in/bad.docx': txt,
      'in/~$a.docx': 'x',
      'in/film.mkv': 'x',
    };
    const folder = arrived({ ...files, 'out/a.pdf': 'of somebody else' });
    const ended = await docconv([...ARGV, '-r', '--once', '--json'], { cwd: folder, env });
    expect(ended.code).toBe(3);
    expect(jsonLines(ended).sort((a, b) => a.input.localeCompare(b.input))).toEqual([
      expect.objectContaining({
        input: 'a.docx',
        output: join(folder, 'out/a (2).pdf'),
        movedTo: join(folder, 'in/done/a.docx'),
      }),
      expect.objectContaining({ input: 'bad.docx', error: expect.objectContaining({ code: 'FORMAT_MISMATCH' }) }),
      { input: 'film.mkv', ignored: true, reason: 'its name has no extension of a document' },
      expect.objectContaining({ input: join('sub', 'a.odt'), output: join(folder, 'out/sub/a.pdf') }),
    ]);
    expect(filesIn(folder)).toEqual([
      'in/done/a.docx',
      'in/done/sub/a.odt',
      'in/failed/bad.docx',
      'in/failed/bad.docx.error.json',
      'in/film.mkv',
      'in/~$a.docx',
      'out/a (2).pdf',
      'out/a.pdf',
      'out/sub/a.pdf',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'in/failed/bad.docx.error.json'), 'utf8'))).toMatchObject({
      document: 'bad.docx',
      error: { code: 'FORMAT_MISMATCH' },
    });
    await expectPdf(readFileSync(join(folder, 'out/a (2).pdf')), documents.docx().text);
    expect(readFileSync(join(folder, 'out/a.pdf'), 'utf8')).toBe('of somebody else');
  });

  test('--to writes other formats: an image of each page has a name of its own, and nothing is overwritten', async () => {
    const pages = folderWith({ 'in/a.docx': docx, 'in/b.txt': '\f'.repeat(2), 'out/a.png': 'of somebody else' });
    const images = await docconv([...ARGV, '--once', '--json', '--to', 'png', '--dpi', '20'], { cwd: pages, env });
    expect(images.code).toBe(0);
    const [a, b] = jsonLines(images).sort((one, other) => one.input.localeCompare(other.input));
    expect(a).toMatchObject({ input: 'a.docx', to: 'png', output: join(pages, 'out/a (2).png') });
    const numbered = ['out/b-1.png', 'out/b-2.png', 'out/b-3.png'];
    expect(b).toMatchObject({ output: join(pages, 'out/b.png'), outputs: numbered.map(name => join(pages, name)) });
    expect(filesIn(pages)).toEqual(['in/done/a.docx', 'in/done/b.txt', 'out/a (2).png', 'out/a.png', ...numbered]);
    expect(readFileSync(join(pages, 'out/b-3.png')).subarray(1, 4).toString()).toBe('PNG');

    const office = folderWith({ 'in/a.docx': docx, 'in/b.txt': 'text' });
    expect((await docconv([...ARGV, '--once', '--to', 'odt'], { cwd: office, env })).code).toBe(0);
    expect(filesIn(office)).toEqual(['in/done/a.docx', 'in/done/b.txt', 'out/a.odt', 'out/b.odt']);
  });

  test('converts what is put there, and ends with 0 by SIGTERM', async () => {
    const folder = folderWith({ 'in/.keep': '' });
    const child = spawn(process.execPath, [resolve('bin/docconv.js'), ...ARGV, '--json'], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await sleep(500);
    writeFileSync(join(folder, 'in/late.docx'), docx);
    const [line] = await once(child.stdout, 'data');
    expect(JSON.parse(String(line))).toMatchObject({ input: 'late.docx', output: join(folder, 'out/late.pdf') });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(filesIn(folder)).toEqual(['in/.keep', 'in/done/late.docx', 'out/late.pdf']);
  });

  testWith('with a clock that is ahead it takes no document that is being written', [faketime], async () => {
    const folder = folderWith({ 'in/.keep': '' });
    const argv = [resolve('bin/docconv.js'), ...ARGV, '--settle', '3'];
    const child = spawn(process.execPath, argv, {
      cwd: folder,
      env: { ...process.env, ...env, ...wrongClock('+65m').variables },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => filesIn(folder)).toContain('in/.docconv-watch.lock');
    for (let i = 0; i < 15; i++) {
      appendFileSync(join(folder, 'in/slow.txt'), 'Dear reader\n');
      await sleep(200);
    }
    expect(filesIn(folder)).toEqual(['in/.docconv-watch.lock', 'in/.keep', 'in/slow.txt']);
    await expect.poll(() => filesIn(folder)).toContain('in/done/slow.txt');
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  test('loses no document and no result when it is killed again and again', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `d${i}`);
    const folder = arrived(Object.fromEntries(names.map(name => [`in/${name}.txt`, txt])));
    for (let afterMs = 500; afterMs <= 2500; afterMs += 400) {
      const child = spawn(process.execPath, [resolve('bin/docconv.js'), ...ARGV, '--once', '-j1'], {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      await Promise.race([sleep(afterMs), once(child, 'exit')]);
      child.kill('SIGKILL');
    }
    expect((await docconv([...ARGV, '--once'], { cwd: folder, env })).code).toBe(0);
    const left = filesIn(folder);
    expect(left.filter(name => name.startsWith('in/'))).toEqual(names.map(name => `in/done/${name}.txt`).sort());
    const results = left.filter(name => name.startsWith('out/'));
    expect(new Set(results.map(name => name.replace(/( \(\d+\))?\.pdf$/, '')))).toEqual(
      new Set(names.map(name => `out/${name}`)),
    );
    for (const name of results) await expectPdf(readFileSync(join(folder, name)), documents.txt().text);
  });
});
