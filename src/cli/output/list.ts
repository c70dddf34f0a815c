/** Lists of a server. */
import type { Terminal } from '../context.js';

interface ListText<Entry> {
  json: boolean | undefined;
  rowOf(entry: Entry): string;
  /** What is said about a list without entries. */
  empty: string;
}

/** Prints each entry when it arrives: a row, or a line of JSON. */
export async function printList<Entry>(
  entries: AsyncIterable<Entry>,
  { json, rowOf, empty }: ListText<Entry>,
  { out, err }: Terminal,
): Promise<void> {
  let count = 0;
  for await (const entry of entries) {
    out.write(`${json ? JSON.stringify(entry) : rowOf(entry)}\n`);
    count++;
  }
  if (count === 0) err.write(`${empty}\n`);
}
