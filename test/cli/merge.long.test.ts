/** `docconv convert --merge` at a terminal, interrupted, and with a process for each document. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { atTerminal } from '../helpers/cli.js';
import { descendantsOf } from '../helpers/processes.js';
import { describeTools } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { convert, docx, filesIn, folderWith, home } from './convert.helper.js';

const env = { DOCCONV_HOME: home };

describeTools('docconv convert --merge', ['soffice.bin', 'qpdf', 'pdftotext'], () => {
  test('asks for the password of each encrypted PDF', async () => {
    const folder = folderWith({ 'plain.pdf': blankPdf('Plain').bytes });
    for (const [name, text] of [
      ['one', 'First'],
      ['two', 'Second'],
    ] as const) {
      writeFileSync(join(folder, 'x.pdf'), blankPdf(text).bytes);
      execFileSync('qpdf', ['--encrypt', name, name, '256', '--', 'x.pdf', `${name}.pdf`], { cwd: folder });
    }
    const typed = atTerminal(['convert', 'one.pdf', 'plain.pdf', 'two.pdf', '--merge', 'm.pdf', '-j', '1'], {
      cwd: folder,
      env,
      columns: 100,
    });
    // documents are prepared side by side: either may be asked for first
    await Promise.all(['one', 'two'].map(name => typed.answer(`Password of ${name}.pdf:`, name)));
    const { code, screen } = await typed.ended();
    expect(screen).toContain('3 documents');
    expect(code).toBe(0);
    const text = execFileSync('pdftotext', [join(folder, 'm.pdf'), '-'], { encoding: 'utf8' });
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['First', 'Plain', 'Second']);
  });

  test.each(['document', 'strict'])('works with isolation %s', async isolation => {
    const folder = folderWith({ 'a.docx': docx, 'b.pdf': blankPdf('Scanned').bytes });
    const ended = await convert(folder, ['a.docx', 'b.pdf', '--merge', 'm.pdf', '--isolation', isolation]);
    const isMerged = ended.code === 0;
    if (isolation === 'document') expect(isMerged).toBe(true);
    else expect([0, 7]).toContain(ended.code); // 7: this machine lacks a means of isolation
    expect(filesIn(folder)).toEqual(['a.docx', 'b.pdf', ...(isMerged ? ['m.pdf'] : [])]);
  });

  test('leaves nothing behind when it is interrupted', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `Paragraph ${i} has some words to lay out.\\par\n`);
    const folder = folderWith({ 'long.rtf': `{\\rtf1\\ansi ${lines.join('')}}`, 'b.pdf': blankPdf('Scanned').bytes });
    const argv = [resolve('bin/docconv.js'), 'convert', 'b.pdf', 'long.rtf', '--merge', 'm.pdf'];
    const child = spawn(process.execPath, argv, { cwd: folder, env: { ...process.env, ...env } });
    let shown = '';
    child.stderr.on('data', chunk => {
      shown += chunk;
    });
    await expect
      .poll(() => descendantsOf(child.pid!).some(({ command }) => command.includes('native.worker')))
      .toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(shown).toMatch(/2 left when it was interrupted/);
    expect(filesIn(folder)).toEqual(['b.pdf', 'long.rtf']);
  });
});
