/** What is counted and observed in the markup of a document, by its format. */
import type { Format } from '../../formats.js';
import type { SourceDocument } from '../document.js';
import type { ZipEntry } from '../zip.js';
import { flowWatches } from './flow.js';
import { dataImages, type ImageSize } from './images.js';
import type { RtfWatch } from './rtf.js';
import { svgWatch } from './svg.js';
import { tableWatch } from './tables.js';
import { TagIndex, type TagWatch } from './tags.js';
import type { Tally } from './tally.js';

/** What an inspection gives to it: the inspection reads each byte anyway. */
export interface Observer {
  /** Of an RTF document. */
  readonly rtf: RtfWatch | undefined;
  /** Of the markup of the document, of SVG pictures, or of all markup, also in packages that are embedded in it. */
  watches(reads: 'markup' | 'svg' | 'all'): readonly TagWatch[];
  /** A part of the document's package; `size` where it is a picture, `head`: its first bytes. */
  part(entry: ZipEntry, size: ImageSize | null, head: Uint8Array): void;
  /** The document is a picture. */
  image(size: ImageSize): void;
  /** `name`: of its part, or its place in the document. */
  damagedPicture(name: string): void;
  /** A part of the document's package, whose XML ends too early or has errors. */
  damagedPart(name: string): void;
  /** The document is plain text, CSV or TSV. */
  plain(bytes: Uint8Array): void;
  /** The document is a compound file. */
  compound(document: SourceDocument): Promise<void>;
}

export interface Inspection {
  readonly document: SourceDocument;
  readonly format: Format;
  readonly observer: Observer;
  readonly signal: AbortSignal | undefined;
}

/** `isEmbedded`: of a package in the document. */
export function watchesOf({ format, observer }: Inspection, tally: Tally, isEmbedded = false): TagIndex {
  if (format.container === 'svg') return svgWatches(observer, tally);
  const images = format.container === 'html' ? [dataImages(tally)] : [];
  const observed = observedBy(observer, 'markup', isEmbedded);
  const watches = [tableWatch(format, tally), ...flowWatches(format, tally), ...images, ...observed];
  if (format.family === 'calc') return new TagIndex(watches, null); // its cells are counted
  return new TagIndex(watches, format.container === 'html' ? 'htmlElements' : 'elements');
}

/** Of an SVG image, whether in a document or a file of its own. */
export function svgWatches(observer: Observer, tally: Tally, isEmbedded = false): TagIndex {
  return new TagIndex([svgWatch(tally), dataImages(tally), ...observedBy(observer, 'svg', isEmbedded)], null);
}

function observedBy(observer: Observer, own: 'markup' | 'svg', isEmbedded: boolean): TagWatch[] {
  return [...(isEmbedded ? [] : observer.watches(own)), ...observer.watches('all')];
}
