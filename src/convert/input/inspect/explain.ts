/** What is wrong with a document that an engine did not open: looked for only then, so that other documents cost nothing. */
import { DocconvError } from '../../../errors.js';
import { attributeOf, decodeXml } from '../../../system/xml.js';
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import { readPartElements } from '../../xml.js';
import { partName, resolvePart, type SourceDocument, sourceOf } from '../document.js';
import { unpack } from '../zip.js';
import { PictureCheck } from './damage/index.js';
import { inspectRtf } from './rtf.js';
import { Tally } from './tally.js';
import { requireReadEntities, requireWellFormed } from './well-formed.js';

/** Bytes of XML: reading more takes seconds, and the reason stays unknown. */
const LARGEST_TEXT = 32 * 1024 ** 2;
/** Parts that engines read before they fail. */
const XML_PART = /^(?!docProps\/|customXml\/).*\.(?:xml|rels)$/i;

/** Throws CORRUPT_DOCUMENT where the document is damaged. */
export async function requireSound(document: SourceDocument, format: Format): Promise<void> {
  const { bytes, limits } = document;
  const { container, name, family } = format;
  if (container === 'flat-odf' || container === 'xml' || container === 'svg') await requireXml(bytes, format, limits);
  else if (container === 'ooxml' || container === 'opc' || container === 'odf') {
    await requireParts(document, format);
    await requireNames(document);
  } else if (name === 'rtf') requireGroups(bytes, limits);
  else if (container === 'magic' && family === 'draw' && (await new PictureCheck().isDamaged(bytes)))
    throw new DocconvError('CORRUPT_DOCUMENT.picture');
}

async function requireXml(bytes: Uint8Array, format: Format, limits: Limits, part = ''): Promise<void> {
  requireReadEntities(bytes, format, part);
  if (bytes.length <= LARGEST_TEXT) await requireWellFormed(bytes, limits, part);
}

async function requireParts({ archive, limits }: SourceDocument, format: Format): Promise<void> {
  const parts = archive.entries.filter(({ name }) => XML_PART.test(name));
  let left = LARGEST_TEXT;
  for (const part of parts) {
    if (part.size > left) continue;
    left -= part.size;
    await requireXml(unpack(part), format, limits, part.name);
  }
}

/** Other entries are folders. */
const isPart = (name: string): boolean => !name.endsWith('/');

/** LibreOffice finds parts by the exact name only. */
async function requireNames({ parts, limits }: SourceDocument): Promise<void> {
  const names = new Map([...parts.keys()].filter(isPart).map(name => [partName(name), name]));
  for (const [name, entry] of parts) {
    const source = sourceOf(name);
    if (source === null || entry.size > LARGEST_TEXT) continue;
    const text = decodeXml(unpack(entry));
    for (const row of await readPartElements({ name, text }, ['Relationship'], limits)) {
      // a fragment is a place in the part
      const [target = ''] = (attributeOf(row, 'Target') ?? '').split(/[?#]/, 1);
      if (target === '' || !isPart(target)) continue;
      const part = resolvePart(source, target);
      const found = names.get(partName(part));
      if (found !== undefined && !parts.has(part) && attributeOf(row, 'TargetMode') !== 'External')
        throw new DocconvError('CORRUPT_DOCUMENT.part-name', {
          part: JSON.stringify(part),
          found: JSON.stringify(found),
        });
    }
  }
}

function requireGroups(bytes: Uint8Array, limits: Limits): void {
  let depth = 0;
  const nothing = () => {};
  const watch = { words: [], word: nothing, optional: nothing, character: nothing, picture: nothing };
  inspectRtf(bytes, new Tally(limits), { ...watch, open: () => void depth++, close: () => void depth-- });
  if (depth > 0) throw new DocconvError('CORRUPT_DOCUMENT.rtf-open-groups');
}
