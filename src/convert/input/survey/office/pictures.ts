/**
 * The pictures that a document shows in its text, on its slides or sheets. Only pictures that are certainly printed count:
 * those of headers, masters, layouts and bullets may be, but their absence proves nothing.
 */
import type { Format } from '../../../formats.js';
import type { ImageSize } from '../../inspect/images.js';
import { attribute, Inside } from '../markup.js';
import type { FindRelated, Surveyed, Surveyor } from '../surveyor.js';

/** Pictures in a package; `identity` tells the same picture in two parts. */
export function packagedPictures({ isPrinted }: Surveyed): Surveyor {
  const sizes = new Map<string, ImageSize & { identity: string }>();
  return {
    part({ name, crc, size: bytes }, size) {
      if (size) sizes.set(name, { ...size, identity: `${crc} ${bytes}` });
    },
    pictures() {
      const [shown, others] = [new Map<string, ImageSize>(), new Map<string, ImageSize>()];
      for (const [name, picture] of sizes) (isPrinted(name) ? shown : others).set(picture.identity, picture);
      for (const identity of shown.keys()) others.delete(identity);
      return { shown: [...shown.values()], others: [...others.values()] };
    },
  };
}

/** Which pictures the text of a document uses. */
abstract class PictureUse implements Surveyor {
  #uses: Uses | null = null;

  /** When all parts have been read. */
  get uses(): Uses {
    this.#uses ??= this.find();
    return this.#uses;
  }

  links(): Iterable<string> {
    return this.uses.linked;
  }

  protected abstract find(): Uses;
}

/** Names of parts that are printed for certain, and addresses of pictures outside of the document, which are not loaded. */
interface Uses {
  readonly parts: ReadonlySet<string>;
  readonly linked: ReadonlySet<string>;
}

/** Null for documents of other families. */
export function pictureUse({ container, family }: Format, related: FindRelated): PictureUse | null {
  if (container === 'ooxml') return new OfficePictures(family === 'calc', related);
  return container === 'odf' || container === 'flat-odf' ? new OpenDocumentPictures(container === 'odf') : null;
}

/** Roots of parts that are printed: text, slides, drawings of sheets. */
const SHOWN_ROOTS = ['document', 'sld', 'wsdr'];
/** What is in them but may not be printed as it is. */
const UNCERTAIN = ['blipfill', 'fallback', 'object', 'oleobj', 'bublip', 'del', 'movefrom'];

/** a:blip and v:imagedata (ECMA-376-1, 20.1.8.13; part 4, 19.1.2.11). */
class OfficePictures extends PictureUse {
  readonly names = [...SHOWN_ROOTS, ...UNCERTAIN, ...'blip svgblip imagedata sheet definedname vanish r'.split(' ')];
  readonly #used = new Map<string, { part: string; id: string }>();
  #isShown = false;
  #isHidden = false;
  /** Sheets that are hidden, or printed in part. */
  #isPartial = false;
  #last = '';
  readonly #uncertain = new Inside();

  constructor(
    private readonly isWorkbook: boolean,
    private readonly related: FindRelated,
  ) {
    super();
  }

  tag(text: string, name: string, part: string | null, depth: number): void {
    if (depth === 0) this.#isShown = SHOWN_ROOTS.includes(name) && attribute(text, 'show') !== '0';
    else if (name === 'sheet') this.#isPartial ||= /\sstate\s*=\s*["'](?:hidden|veryHidden)/.test(text);
    else if (name === 'definedname') this.#isPartial ||= text.includes('_xlnm.Print_Area');
    else if (this.#isShown && !this.#uncertain.holds(depth)) this.#shownTag(text, name, part ?? '', depth);
  }

  end(): void {
    this.#isShown = this.#isHidden = false;
    this.#uncertain.reset();
  }

  protected find(): Uses {
    const parts = new Set<string>();
    const linked = new Set<string>();
    for (const { part, id } of this.#used.values()) {
      const found = this.related(part, id);
      if (found?.isExternal) linked.add(found.target);
      else if (found && !(this.isWorkbook && this.#isPartial)) parts.add(found.target);
    }
    return { parts, linked };
  }

  #shownTag(text: string, name: string, part: string, depth: number): void {
    if (name === 'r') this.#isHidden = false;
    else if (name === 'vanish') this.#isHidden = !/val\s*=\s*["'](?:0|false|off)/.test(text);
    else if (name === 'svgblip')
      this.#used.delete(this.#last); // drawn in place of the picture before it
    else if (name === 'blip' || name === 'imagedata') this.#add(part, text);
    else if (!text.endsWith('/') && !isPictureFill(text)) this.#uncertain.enter(depth);
  }

  #add(part: string, text: string): void {
    const id = attribute(text, 'embed') ?? attribute(text, 'link') ?? attribute(text, 'id');
    if (id === null || this.#isHidden) return;
    this.#last = `${part}\0${id}`;
    this.#used.set(this.#last, { part, id });
  }
}

/** p:blipFill, pic:blipFill and xdr:blipFill are of pictures, a:blipFill of shapes, which may be covered or empty. */
function isPictureFill(text: string): boolean {
  return /^(?!a:)[\w.-]+:blipFill/.test(text);
}

/** draw:image in the body (ODF 1.3 part 3, 10.4.4); of several in one frame, the first. */
class OpenDocumentPictures extends PictureUse {
  readonly names =
    'body frame image object annotation tracked-changes table drawing-page-properties table-properties'.split(' ');
  readonly #parts = new Set<string>();
  readonly #linked = new Set<string>();
  #isBody = false;
  #isAlternative = false;
  /** Sheets or slides that are hidden, or printed in part. */
  #isPartial = false;
  readonly #uncertain = new Inside();

  constructor(private readonly hasParts: boolean) {
    super();
  }

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (name === 'body') this.#isBody = true;
    else if (name.endsWith('-properties'))
      this.#isPartial ||= /visibility\s*=\s*["']hidden|[\s:]display\s*=\s*["']false/.test(text);
    else if (name === 'table') this.#isPartial ||= /print-ranges\s*=|:print\s*=\s*["']false/.test(text);
    else if (!this.#isBody || this.#uncertain.holds(depth)) return;
    else if (name === 'frame') this.#isAlternative = false;
    else if (name === 'image') this.#add(attribute(text, 'href') ?? '');
    else if (name === 'object') this.#isAlternative = true;
    else this.#uncertain.enter(depth);
  }

  end(): void {
    this.#isBody = false;
    this.#uncertain.reset();
  }

  protected find(): Uses {
    return { parts: this.#isPartial ? new Set<string>() : this.#parts, linked: this.#linked };
  }

  #add(address: string): void {
    if (!this.#isAlternative && address !== '') {
      if (!this.hasParts || /^(?:[a-z][a-z\d+.-]+:|\/|\.\.\/)/i.test(address)) this.#linked.add(address);
      else this.#parts.add(address.replace(/^\.\//, ''));
    }
    this.#isAlternative = true;
  }
}
