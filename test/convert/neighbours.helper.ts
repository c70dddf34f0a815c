/** Whether a document changes what the next one of the same worker prints. */

import { type Converter, createConverter, type EngineName } from '../../src/convert/index.js';
import { comparePageLooks } from '../helpers/looks/page-looks.js';

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly embedsFonts?: boolean;
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

/** Names the documents whose PDF, after the others in one converter, differs from that of no neighbour with fonts. */
export async function differing(inputs: readonly Input[], engine: EngineName): Promise<string[]> {
  const references = await withoutNeighbours(inputs, engine);
  return withConverter({}, async converter => {
    const found: string[] = [];
    for (const input of inputs)
      if (!(await printsTheSame(await convert(converter, input, engine), references.get(input)!)))
        found.push(input.name);
    return found;
  });
}

/**
 * Each document with fonts in a converter of its own; the others share one, in the opposite order, so that one of them that
 * changes the next is seen too.
 */
async function withoutNeighbours(inputs: readonly Input[], engine: EngineName): Promise<Map<Input, Uint8Array>> {
  const plain = inputs.filter(({ embedsFonts }) => !embedsFonts).toReversed();
  const carriers = inputs.filter(({ embedsFonts }) => embedsFonts);
  const pdfs = new Map<Input, Uint8Array>();
  for (const group of [plain, ...carriers.map(input => [input])])
    await withConverter({}, async converter => {
      for (const input of group) pdfs.set(input, await convert(converter, input, engine));
    });
  return pdfs;
}

async function convert(converter: Converter, input: Input, engine: EngineName): Promise<Uint8Array> {
  return (await converter.convert(input, { engine })).pdf;
}
