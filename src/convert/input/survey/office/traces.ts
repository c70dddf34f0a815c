import type { Trace } from '../../traces.js';
import { attribute } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** ECMA-376-1, 17.8.3.3 to 17.8.3.6; ODF 1.3 part 3, 14.2.1. */
const FONTS = ['embedregular', 'embedbold', 'embeditalic', 'embedbolditalic', 'font-face-uri'];
/** ECMA-376-1, 17.13.4 and 17.13.5; ODF 1.3 part 3, 5.5.5 and 14.1. MathML has annotations as well, with an encoding. */
const AUTHORS = [
  ...['ins', 'del', 'movefrom', 'moveto', 'cellins', 'celldel', 'cellmerge', 'numberingchange', 'comment'],
  ...['rpr', 'ppr', 'sectpr', 'tblpr', 'tblprex', 'tcpr', 'trpr', 'tblgrid'].map(name => `${name}change`),
  ...['change-info', 'annotation'],
];
/** ODF 1.3 part 3, 3.10.4: "Symbols" in the settings of a formula. */
const SYMBOLS = ['config-item-map-indexed'];

/**
 * What LibreOffice keeps of a document. Of all XML, also in embedded packages, whatever the part is called. Fonts that are not
 * recognised here, such as those of PPTX, which LibreOffice ignores, are noticed when LibreOffice has loaded them.
 */
export function traces({ facts }: Surveyed): Surveyor {
  const watch = (trace: Trace, names: readonly string[], counts = (_: string) => true) => ({
    names,
    tag: (text: string) => void (counts(text) && facts.add(trace)),
  });
  return {
    reads: 'all',
    ...watch('fonts', FONTS),
    others: [
      watch('authors', AUTHORS, text => attribute(text, 'encoding') === null),
      watch('symbols', SYMBOLS, text => attribute(text, 'name') === 'Symbols'),
    ],
  };
}

/** Lengths in the FIB ([MS-DOC] 2.5.6) of SttbfRMark, the authors of changes, and of GrpXstAtnOwners, those of comments. */
const AUTHOR_LENGTHS = [0x236, 0x1be];
const WORD_97 = 0xc1;

/** The authors in a Word document; earlier versions than 97 are taken to have some. */
export function wordAuthors({ facts }: Surveyed): Surveyor {
  return {
    async compound(document) {
      const main = document.compound.stream('WordDocument');
      const isKnown = main && main.length > AUTHOR_LENGTHS[0]! + 4 && main.readUInt16LE(2) >= WORD_97;
      if (!isKnown || AUTHOR_LENGTHS.some(at => main.readUInt32LE(at) > 0)) facts.add('authors');
    },
  };
}
