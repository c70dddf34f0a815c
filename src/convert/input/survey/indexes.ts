/** Whether a document may have a table of contents or another index: only then LibreOffice updates them. */
import type { Kind } from '../../quirks/table.js';
import { attribute, namesOf } from './markup.js';
import type { Surveyed, Surveyor } from './surveyor.js';

const NAMES: Readonly<Partial<Record<Kind, string>>> = {
  // ODF 1.3 part 3, 8; a section may come from another document
  odf: 'table-of-content illustration-index table-index object-index user-index alphabetical-index bibliography section-source',
  // ECMA-376-1, 17.5.2.12; documents in parts of their own, and instructions that RecomputedFields does not read
  word: 'docpartgallery altchunk subdoc delinstrtext',
};

/** ECMA-376-1, 17.16.5. A reference to a character may be any letter. */
const INDEX = /(?<!\w)(?:TOC|TOA|INDEX|BIBLIOGRAPHY)(?!\w)|&(?!(?:amp|lt|gt|quot|apos);)/i;

/** `instruction` of a field, or what is read of it. */
export const mayBeIndex = (instruction: string): boolean => INDEX.test(instruction);

export function indexes({ kind, facts }: Surveyed): Surveyor {
  const names = namesOf(kind, NAMES);
  if (names.length === 0) facts.add('index'); // maybe
  return {
    names,
    tag(text, name) {
      const gallery = name === 'docpartgallery' ? (attribute(text, 'val') ?? 'Table') : null;
      if (gallery === null || /table|index|bibliograph/i.test(gallery)) facts.add('index');
    },
  };
}
