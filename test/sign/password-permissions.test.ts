/** Encrypted PDFs whose author has not permitted everything: signing may need the owner password. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentity, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { formPdf } from '../helpers/form-pdf.js';
import { describeTools } from '../helpers/requires.js';

const anna = createIdentity('Anna');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-permissions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An empty user password opens the file for everybody. */
function locked(bits: string, restrictions: readonly string[], user = 'user'): string {
  const [plain, encrypted] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
  writeFileSync(plain, formPdf().bytes);
  const weak = bits === '40' ? ['--allow-weak-crypto'] : [];
  const cipher = bits === '128' ? ['--use-aes=y'] : [];
  execFileSync('qpdf', [...weak, '--encrypt', user, 'owner', bits, ...cipher, ...restrictions, '--', plain, encrypted]);
  return encrypted;
}

const FIELD = { field: 'Approval' };
const REFUSED = { code: 'NOT_PERMITTED', message: expect.stringContaining('owner password') };
const valid = async (pdf: Uint8Array, password: string) => (await check(pdf, { password })).valid;

describeTools('a PDF that permits', ['qpdf'], () => {
  it.each([
    ['40', ['--modify=n', '--annotate=n']],
    ['128', ['--modify=none']],
    ['256', ['--modify=none']],
  ])('nothing, with %s bits, is signed with the owner password only', async (bits, restrictions) => {
    const file = locked(bits, restrictions);
    await expect(sign(file, anna, { password: 'user' })).rejects.toMatchObject(REFUSED);
    await expect(sign(file, anna, { password: 'user', ...FIELD })).rejects.toMatchObject(REFUSED);
    const signed = await sign(file, anna, { password: 'owner' });
    expect([await valid(signed, 'owner'), await valid(signed, 'user')]).toEqual([true, true]);
  });

  it('nothing, but opens without a password', async () => {
    const file = locked('256', ['--modify=none'], '');
    await expect(sign(file, anna)).rejects.toMatchObject(REFUSED);
    expect(await valid(await sign(file, anna, { password: 'owner' }), 'owner')).toBe(true);
  });

  it('filling in forms, is signed in existing fields', async () => {
    const file = locked('256', ['--modify=form']);
    await expect(sign(file, anna, { password: 'user' })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
      message: expect.stringContaining('--field'),
    });
    expect(await valid(await sign(file, anna, { password: 'user', ...FIELD }), 'user')).toBe(true);
  });

  it('all changes, but no printing, is signed', async () => {
    const file = locked('256', ['--print=none', '--extract=n']);
    expect(await valid(await sign(file, anna, { password: 'user' }), 'user')).toBe(true);
  });
});
