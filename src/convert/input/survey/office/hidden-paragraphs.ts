import { declaredNamespaces } from '../../../../system/xml.js';
import type { HiddenId } from '../../../quirks/table.js';
import { attribute } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** Of the conditions that LibreOffice evaluates. */
const LANGUAGE = 'http://openoffice.org/2004/writer';
const ITS_PREFIX = 'ooow';
/** Tags are cut at 1 KB: LibreOffice declares more than fits at the root. */
const MAX_READ = 1000;

/** Paragraphs that were hidden when the document was saved, by a condition in a language that LibreOffice does not know. */
export function hiddenParagraphs({ format }: Surveyed): Surveyor {
  const declared = new Set<string>();
  const used = new Set<string>();
  let isFound = false;
  return {
    names:
      format.family === 'writer' ? ['document', 'document-content', 'document-styles', 'p', 'hidden-paragraph'] : [],
    tag(text, name, _part, depth) {
      if (depth === 0 && text.length >= MAX_READ) declared.add(ITS_PREFIX);
      for (const [prefix, uri] of declaredNamespaces(text)) if (uri === LANGUAGE) declared.add(prefix);
      if (name === 'hidden-paragraph' && attribute(text, 'is-hidden') === 'true')
        used.add(/^\s*([^\s:]+):/.exec(attribute(text, 'condition') ?? '')?.[1] ?? '');
    },
    end() {
      isFound ||= [...used].some(prefix => !declared.has(prefix));
      declared.clear();
      used.clear();
    },
    hidden: (): HiddenId[] => (isFound ? ['hiddenParagraphs'] : []),
  };
}
