/** What LibreOfficeKit allocates for its caller. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../helpers/bundle.js';
import { describeWith, linux, program } from '../../helpers/requires.js';

/** A kit that loads no document and counts the texts that were not freed. */
const KIT = `
  #include <stdlib.h>
  #include <string.h>
  static int held;
  int held_texts(void) { return held; }
  static char *get_error(void *kit) { held++; return strdup("not loaded"); }
  static void free_error(char *text) { held--; free(text); }
  static void *load(void *kit, const char *url, const char *options) { return NULL; }
  static struct { size_t size; void *members[5]; } table = { sizeof table, { 0, 0, get_error, load, free_error } };
  static void *kit = &table;
  void *libreofficekit_hook_2(const char *program, const char *profile) { return &kit; }
`;

describeWith('LibreOffice as a library', [linux, program('cc')], () => {
  it('gets back each text of an error', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-kit-'));
    const library = join(folder, 'libkit.so');
    writeFileSync(join(folder, 'kit.c'), KIT);
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, join(folder, 'kit.c')]);
    const program = await bundle('test/convert/engines/kit-memory.main.ts');
    const found = JSON.parse(execFileSync(process.execPath, [program, library], { encoding: 'utf8' }));
    expect(found).toEqual({ document: null, errors: ['not loaded', 'not loaded'], held: 0 });
    rmSync(folder, { recursive: true });
  });
});
