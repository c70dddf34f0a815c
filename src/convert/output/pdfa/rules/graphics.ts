/** Rules about fonts, colours, images and transparency. */
import { isName, PdfArray, PdfDict, PdfName, type PdfRevision, PdfStream } from '../../../../pdf/index.js';
import { ownValue } from '../../../../system/collections.js';
import type { Rule } from '../rule.js';

export const GRAPHICS_RULES: readonly Rule[] = [
  {
    name: 'fonts-embedded',
    requires: 'every font is embedded',
    clause: { 1: '6.3.4', 2: '6.2.11.4.1', ua: '7.21.4.1' },
    about: 'dictionary',
    isMet: isEmbedded,
  },
  {
    name: 'cid-fonts',
    requires: 'an embedded CIDFontType2 has a CIDToGIDMap',
    clause: { 1: '6.3.3.2', 2: '6.2.11.3.2' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      fontType(dictionary, revision) !== 'CIDFontType2' || revision.get(dictionary, 'CIDToGIDMap') !== null,
  },
  {
    name: 'font-subsets',
    requires: 'the descriptor of a subset of a Type 1 font has a CharSet, and that of a CID font a CIDSet',
    clause: { 1: '6.3.5' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => {
      const key = ownValue(SUBSET_KEYS, fontType(dictionary, revision) ?? '');
      if (!key || !/^[A-Z]{6}\+/.test(revision.getName(dictionary, 'BaseFont') ?? '')) return true;
      return revision.get(revision.getDict(dictionary, 'FontDescriptor'), key) !== null;
    },
  },
  {
    name: 'no-cmyk',
    requires: 'no image or group has the colour space DeviceCMYK, which is not that of the output intent',
    clause: { 1: '6.2.3.3', 2: '6.2.4.3' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => !['ColorSpace', 'CS'].some(key => isDeviceCmyk(dictionary, key, revision)),
  },
  {
    name: 'images',
    requires: 'images have no alternates, no OPI and no interpolation',
    clause: { 1: '6.2.4', 2: '6.2.8' },
    about: 'stream',
    isMet: ({ dict }, { revision }) =>
      !isName(dict.get('Subtype'), 'Image') ||
      (!dict.has('Alternates') && !dict.has('OPI') && revision.get(dict, 'Interpolate') !== true),
  },
  {
    name: 'forms',
    requires: 'form XObjects contain no PostScript, no OPI and no reference to another file',
    clause: { 1: '6.2.5', 2: '6.2.9' },
    about: 'stream',
    isMet: ({ dict }) => {
      if (isName(dict.get('Subtype'), 'PS') || isName(dict.get('Subtype2'), 'PS')) return false;
      return !isName(dict.get('Subtype'), 'Form') || !['OPI', 'PS', 'Ref'].some(key => dict.has(key));
    },
  },
  {
    name: 'transfer-functions',
    requires: 'no graphics state has a transfer function',
    clause: { 1: '6.2.8', 2: '6.2.5' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      graphicsStates(dictionary, revision).every(
        state => !state.has('TR') && (!state.has('TR2') || revision.getName(state, 'TR2') === 'Default'),
      ),
  },
  {
    name: 'no-transparent-groups',
    requires: 'there are no transparency groups',
    clause: { 1: '6.4' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      revision.getName(revision.getDict(dictionary, 'Group'), 'S') !== 'Transparency',
  },
  {
    name: 'no-soft-masks',
    requires: 'there are no soft masks',
    clause: { 1: '6.4' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      revision.get(dictionary, 'SMask') === null || revision.getName(dictionary, 'SMask') === 'None',
  },
  {
    name: 'opaque',
    requires: 'no graphics state makes drawings transparent',
    clause: { 1: '6.4' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) =>
      graphicsStates(dictionary, revision).every(state => {
        const isOpaque = ['CA', 'ca'].every(key => (revision.getNumber(state, key) ?? 1) === 1);
        return isOpaque && [null, 'Normal', 'Compatible'].includes(revision.getName(state, 'BM'));
      }),
  },
];

const SUBSET_KEYS: Readonly<Record<string, string>> = {
  Type1: 'CharSet',
  CIDFontType0: 'CIDSet',
  CIDFontType2: 'CIDSet',
};

/** Null for other dictionaries. */
function fontType(dictionary: PdfDict, revision: PdfRevision): string | null {
  return isName(dictionary.get('Type'), 'Font') ? revision.getName(dictionary, 'Subtype') : null;
}

/** A composite font has a descendant, which is a font of its own; the glyphs of Type 3 are content of the PDF. */
function isEmbedded(dictionary: PdfDict, { revision }: { revision: PdfRevision }): boolean {
  const type = fontType(dictionary, revision);
  if (type === null || type === 'Type0' || type === 'Type3') return true;
  const descriptor = revision.getDict(dictionary, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].some(key => revision.get(descriptor, key) instanceof PdfStream);
}

function isDeviceCmyk(dictionary: PdfDict, key: string, revision: PdfRevision): boolean {
  const value = revision.get(dictionary, key);
  const names = value instanceof PdfArray ? value.items.slice(0, 2).map(item => revision.resolve(item)) : [value];
  return names.some(name => name instanceof PdfName && name.name === 'DeviceCMYK');
}

/** Of a resource dictionary: the states themselves need no /Type. */
const graphicsStates = (dictionary: PdfDict, revision: PdfRevision): PdfDict[] =>
  revision.values(revision.getDict(dictionary, 'ExtGState')).filter(member => member instanceof PdfDict);
