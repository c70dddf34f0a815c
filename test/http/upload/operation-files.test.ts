/** The files of operations: they are read when a worker is free, and may be gone by then. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DocumentWriter, type ReceivedDocument } from '../../../src/http/upload/document.js';
import { operationsOf, withFiles } from '../../../src/http/work/operation-parameters.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function received(name: string, bytes: number): Promise<ReceivedDocument> {
  const writer = new DocumentWriter(join(folder, name), { take() {} }, bytes);
  writer.name = name;
  await writer.write(Buffer.alloc(bytes));
  return writer.finish();
}

it('says which file is missing, also while another one is read', async () => {
  const background = await received('large.png', 8 << 20);
  const attached = await received('gone.xml', 1 << 20);
  rmSync(join(folder, 'gone.xml'));
  const others = [
    { part: 'background', document: background },
    { part: 'attach', document: attached },
  ];
  const order = withFiles({}, [await received('letter.txt', 10)], others);
  await expect(operationsOf(order)).rejects.toMatchObject({ code: 'ENOENT' });
});
