/** A multipart form with documents, in parts named `file`, and further fields. */
import type { HttpProblem } from '../problem.js';
import { badForm, type PartHeader, type PartSink, readParts } from './multipart-reader.js';

/** Takes the documents of a form. */
export interface FormFiles {
  readonly max: number;
  /** The name is as the client sent it. */
  open(name: string): Promise<{ write(block: Uint8Array): Promise<void> }>;
}

const MAX_FIELDS = 100;
const MAX_NAME = 100;
/** Bytes of all fields: they are in memory. */
const MAX_FIELD_BYTES = 64 * 1024;

/** Writes the parts `file` to `files`; returns all other fields by name. Throws invalid_multipart. */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  files: FormFiles,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Fields();
  let count = 0;
  await readParts(body, contentType, async part => {
    if (part.fileName === null) return fields.sinkOf(part);
    count++;
    if (part.name !== 'file' || count > files.max) throw wrongFiles(files.max);
    const file = await files.open(part.fileName);
    return block => file.write(block);
  });
  if (count === 0) throw badForm('it contains no file. Send the document in a part named "file"');
  return fields.values();
}

/** @param max files that the form may have */
export function wrongFiles(max: number, hint = ''): HttpProblem {
  const wanted = max === 1 ? 'exactly one file, in a part' : `1 to ${max} files, in parts`;
  return badForm(`it must have ${wanted} named "file" (curl: -F file=@letter.docx)`, hint);
}

class Fields {
  readonly #fields = new Map<string, { blocks: Buffer[]; charset: string }>();
  #size = 0;

  sinkOf({ name, charset }: PartHeader): PartSink {
    if (this.#fields.has(name)) throw badForm(`the field "${name}" occurs twice. Send it once`);
    if (name.length > MAX_NAME) throw badForm(`the name of a field has more than ${MAX_NAME} characters`);
    if (this.#fields.size === MAX_FIELDS) throw badForm(`it has more than ${MAX_FIELDS} fields`);
    const blocks: Buffer[] = [];
    this.#fields.set(name, { blocks, charset });
    return block => {
      this.#size += block.length;
      if (this.#size > MAX_FIELD_BYTES) throw badForm(`its fields have more than ${MAX_FIELD_BYTES / 1024} KiB`);
      blocks.push(Buffer.from(block));
    };
  }

  values(): Map<string, string> {
    const texts = [...this.#fields].map(
      ([name, { blocks, charset }]) => [name, decode(Buffer.concat(blocks), name, charset)] as const,
    );
    return new Map(texts);
  }
}

function decode(bytes: Buffer, name: string, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw badForm(`the field "${name}" is not text in ${charset.slice(0, 40)}`);
  }
}
