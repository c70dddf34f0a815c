/** A multipart form with documents, in parts named `file`, further files in parts of other names, and further fields. */
import { ownValue } from '../../system/collections.js';
import type { HttpProblem } from '../problem.js';
import { badForm, type PartHeader, type PartSink, readParts } from './multipart-reader.js';

/** Takes the documents of a form. */
export interface FormFiles {
  readonly max: number;
  /** Names of the parts of further files, and how many of each there may be. */
  readonly others: Readonly<Record<string, number>>;
  /** Counts the bytes of fields, which are in memory. Throws OVERLOADED. */
  take(bytes: number): void;
  /** The name is as the client sent it. */
  open(name: string, part: string): Promise<{ write(block: Uint8Array): Promise<void> }>;
}

/** Of the documents. */
export const DOCUMENT_PART = 'file';

const MAX_FIELDS = 100;
const MAX_NAME = 100;
/** Bytes of all fields: XML of an invoice and bookmarks of a book are some of them. */
const MAX_FIELD_BYTES = 1 << 20;

/** Writes the files to `files`; returns all other fields by name. Throws invalid_multipart. */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  files: FormFiles,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Fields(files);
  const counts = new Map<string, number>();
  await readParts(body, contentType, async part => {
    const { name, fileName } = part;
    if (fileName === null) return fields.sinkOf(part);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const most = name === DOCUMENT_PART ? files.max : (ownValue(files.others, name) ?? 0);
    if (count > most && most > 0 && name !== DOCUMENT_PART)
      throw badForm(`it may have at most ${most === 1 ? 'one file' : `${most} files`} "${name}"`);
    if (count > most) throw wrongFiles(files.max);
    const file = await files.open(fileName, name);
    return block => file.write(block);
  });
  if (!counts.has(DOCUMENT_PART)) throw badForm('it contains no file. Send the document in a part named "file"');
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

  constructor(private readonly files: Pick<FormFiles, 'take'>) {}

  sinkOf({ name, charset }: PartHeader): PartSink {
    if (this.#fields.has(name)) throw badForm(`the field "${name}" occurs twice. Send it once`);
    if (name.length > MAX_NAME) throw badForm(`the name of a field has more than ${MAX_NAME} characters`);
    if (this.#fields.size === MAX_FIELDS) throw badForm(`it has more than ${MAX_FIELDS} fields`);
    const blocks: Buffer[] = [];
    this.#fields.set(name, { blocks, charset });
    return block => {
      this.#size += block.length;
      if (this.#size > MAX_FIELD_BYTES) throw badForm(`its fields have more than ${MAX_FIELD_BYTES / 1024} KiB`);
      this.files.take(block.length);
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
