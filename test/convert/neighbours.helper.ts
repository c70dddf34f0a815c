/** Whether a document changes what the next one of the same worker prints. */

import { type Converter, createConverter, type EngineName } from '../../src/convert/index.js';
import { comparePageLooks } from '../helpers/looks/page-looks.js';

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Two conversions of a document print the same. The WASM engine does not always write the fonts in the same order. */
export async function printsTheSame(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  if (comparable(one) === comparable(other)) return true;
  const { compared, differing, problem } = await comparePageLooks(one, other);
  return compared > 0 && differing.length === 0 && problem === null;
}

/** The PDF without what differs in every conversion. */
function comparable(pdf: Uint8Array): string {
  return Buffer.from(pdf)
    .toString('latin1')
    .replace(/\/CreationDate ?\([^)]*\)/g, '')
    .replace(/\/ID ?\[[^\]]*\]/g, '')
    .replace(/\/DocChecksum ?\/\w+/g, '');
}

export async function withConverter<Result>(
  settings: Parameters<typeof createConverter>[0],
  use: (converter: Converter) => Promise<Result>,
): Promise<Result> {
  const converter = createConverter({ workers: 1, ...settings });
  try {
    return await use(converter);
  } finally {
    await converter.close();
  }
}

/** Names the documents whose PDF, after the others in one converter, differs from that of a process of its own. */
export async function differing(inputs: readonly Input[], engine: EngineName): Promise<string[]> {
  const alone: Uint8Array[] = [];
  for (const input of inputs) alone.push(await withConverter({}, converter => convert(converter, input, engine)));
  return withConverter({}, async converter => {
    const found: string[] = [];
    for (const [i, input] of inputs.entries())
      if (!(await printsTheSame(await convert(converter, input, engine), alone[i]!))) found.push(input.name);
    return found;
  });
}

async function convert(converter: Converter, input: Input, engine: EngineName): Promise<Uint8Array> {
  return (await converter.convert(input, { engine })).pdf;
}
