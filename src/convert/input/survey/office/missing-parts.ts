/** Parts that a package refers to and does not have: LibreOffice leaves out what they would show. */
import { percentDecoded } from '../../../../system/url.js';
import { resolvePart, sourceOf } from '../../document.js';
import { attribute } from '../markup.js';
import type { MissingParts, Surveyor } from '../surveyor.js';

/**
 * The last words of the types of relationships to parts that are printed (ECMA-376-1, 9.2). Embedded documents are not:
 * a picture of them is.
 */
const SHOWN: ReadonlySet<string> = new Set(
  [
    'officeDocument header footer footnotes endnotes comments styles numbering aFChunk subDocument',
    'worksheet chartsheet sharedStrings slide slideLayout slideMaster notesSlide',
    'image chart chartEx drawing vmlDrawing diagramData diagramDrawing',
  ].flatMap(types => types.split(' ')),
);
/** Parts of an OpenDocument package whose references are relative to the package. */
const OF_PACKAGE = ['content.xml', 'styles.xml'];
const PICTURES = ['image', 'fill-image', 'background-image'];
const MAX_REFERENCES = 10_000;

/** What is shown in one place: the first part of these that the package has. */
interface Reference {
  readonly isPicture: boolean;
  readonly parts: string[];
}

export function missingParts(): Surveyor & { find(): MissingParts } {
  const present = new Set<string>();
  const references: Reference[] = [];
  let frame: string[] | null = null;
  const add = (isPicture: boolean, part: string) => {
    const parts = [part];
    if (references.length < MAX_REFERENCES) references.push({ isPicture, parts });
    return parts;
  };
  const relate = (text: string, source: string) => {
    const [type = '', target = ''] = [attribute(text, 'Type')?.split('/').at(-1), attribute(text, 'Target') ?? ''];
    if (SHOWN.has(type) && isOfPackage(target) && attribute(text, 'TargetMode') !== 'External')
      add(type === 'image', resolvePart(source, target));
  };
  /** Objects and pictures in one frame are alternatives (ODF 1.3 part 3, 10.4.2). */
  const show = (name: string, target: string) => {
    if (!isOfPackage(target)) return;
    const part = resolvePart('', target);
    if (frame !== null && frame.length > 0) frame.push(part);
    else {
      const parts = add(PICTURES.includes(name), part);
      if (frame !== null) frame = parts;
    }
  };
  return {
    names: ['relationship', 'frame', 'object', 'object-ole', ...PICTURES],
    tag(text, name, part) {
      const source = sourceOf(part ?? '');
      if (name === 'relationship') source !== null && relate(text, source);
      else if (!OF_PACKAGE.includes(part ?? '')) return;
      else if (name === 'frame') frame = [];
      else show(name, attribute(text, 'href') ?? '');
    },
    endTag(name) {
      if (name === 'frame') frame = null;
    },
    part({ name }) {
      present.add(name);
      if (name.endsWith('/content.xml')) present.add(name.slice(0, name.lastIndexOf('/')));
    },
    find() {
      const missing = references.filter(({ parts }) => !parts.some(part => isIn(present, part)));
      const of = (isPicture: boolean) => [
        ...new Set(missing.filter(reference => reference.isPicture === isPicture).map(({ parts }) => parts[0]!)),
      ];
      return { pictures: of(true), others: of(false) };
    },
  };
}

/** Others are links: they are not loaded, which has its own warning. */
function isOfPackage(target: string): boolean {
  return target !== '' && !/^(?:[a-z][a-z\d+.-]*:|#|\.\.\/\.\.\/\.\.\/)/i.test(target);
}

function isIn(present: ReadonlySet<string>, part: string): boolean {
  return present.has(part) || (part.includes('%') && present.has(percentDecoded(part) ?? part));
}
