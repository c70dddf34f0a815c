/** A multipart form with one document, in a part named `file`, and further fields. */
import { badForm, type PartHeader, type PartSink, readParts } from './multipart-reader.js';

/** Takes the document; the name is as the client sent it. */
export interface FormFile {
  name: string;
  write(block: Uint8Array): Promise<void>;
}

const MAX_FIELDS = 100;
const MAX_NAME = 100;
/** Bytes of all fields: they are in memory. */
const MAX_FIELD_BYTES = 64 * 1024;

/** Writes the part `file` to `file`; returns all other fields by name. Throws invalid_multipart. */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  file: FormFile,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Fields();
  let files = 0;
  await readParts(body, contentType, part => {
    if (part.fileName === null) return fields.sinkOf(part);
    files++;
    if (part.name !== 'file' || files > 1)
      throw badForm('it must have exactly one file, in a part named "file" (curl: -F file=@letter.docx)');
    file.name = part.fileName;
    return block => file.write(block);
  });
  if (files === 0) throw badForm('it contains no file. Send the document in a part named "file"');
  return fields.values();
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
