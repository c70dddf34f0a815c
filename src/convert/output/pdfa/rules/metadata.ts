/** Rules about what the PDF states about itself: colours of the output, level, metadata. */
import { PdfDict, type PdfRevision, PdfStream, parsePdfDate } from '../../../../pdf/index.js';
import { PDFA_EXTENSION } from '../../pdf/xmp.js';
import type { Pdf, Rule } from '../rule.js';
import { filtersOf } from './file.js';

export const METADATA_RULES: readonly Rule[] = [
  {
    name: 'output-intent',
    requires: 'an output intent (GTS_PDFA1) has one ICC profile for gray, RGB or CMYK',
    clause: { 1: '6.2.2', 2: '6.2.3' },
    about: 'file',
    isMet: hasProfile,
  },
  {
    name: 'metadata',
    requires: 'the catalog has XMP metadata that is well-formed',
    clause: { 1: '6.7.2', 2: '6.6.2.1' },
    about: 'file',
    isMet: ({ xmp }) => xmp !== null,
  },
  {
    name: 'metadata-unfiltered',
    requires: 'metadata streams are not compressed',
    clause: { 1: '6.7.2' },
    about: 'stream',
    isMet: (stream, { revision }) =>
      revision.getName(stream, 'Type') !== 'Metadata' || filtersOf(stream, revision).length === 0,
  },
  {
    name: 'identification',
    requires: 'the metadata states the level of PDF/A that was asked for',
    clause: { 1: '6.7.11', 2: '6.6.4' },
    about: 'file',
    isMet: ({ xmp, level }) => `${xmp?.part}${xmp?.conformance}` === level.toUpperCase(),
  },
  {
    name: 'extension-schema',
    requires: 'the metadata declares the property that identifies PDF/UA, where it has it',
    clause: { 1: '6.7.8', 2: '6.6.2.3.2' },
    about: 'file',
    isMet: ({ revision, uaPart }) => uaPart === undefined || declaresSchemas(revision),
  },
  {
    name: 'information-agrees',
    requires: 'title, author and the other entries of the information dictionary are the same in the metadata',
    clause: { 1: '6.7.3', 2: '6.6.2.1' },
    about: 'file',
    isMet: informationAgrees,
  },
];

/** Offsets in the header of an ICC profile (ISO 15076-1, 7.2). */
const ICC = { version: 8, colours: 16, signature: 36, length: 128 };
const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

function hasProfile({ revision, level }: Pdf): boolean {
  const intents = revision.getArray(revision.root, 'OutputIntents')?.items.map(item => revision.resolve(item)) ?? [];
  const ours = intents.filter(intent => intent instanceof PdfDict && revision.getName(intent, 'S') === 'GTS_PDFA1');
  const profile = ours.length === 1 && revision.get(ours[0] as PdfDict, 'DestOutputProfile');
  if (!(profile instanceof PdfStream)) return false;
  const header = Buffer.from(revision.decode(profile).bytes.subarray(0, ICC.length));
  if (header.length < ICC.length || header.toString('latin1', ICC.signature, ICC.signature + 4) !== 'acsp')
    return false;
  const colours = header.toString('latin1', ICC.colours, ICC.colours + 4);
  const isKnown = COMPONENTS[colours] !== undefined && COMPONENTS[colours] === revision.getNumber(profile, 'N');
  return isKnown && header[ICC.version]! <= (level === '1b' ? 2 : 4);
}

const SAME = [
  ['Title', 'title'],
  ['Author', 'creator'],
  ['Subject', 'description'],
  ['Keywords', 'Keywords'],
  ['Creator', 'CreatorTool'],
  ['Producer', 'Producer'],
] as const;
const SAME_TIMES = [
  ['CreationDate', 'CreateDate'],
  ['ModDate', 'ModifyDate'],
] as const;

function declaresSchemas(revision: PdfRevision): boolean {
  const metadata = revision.get(revision.root, 'Metadata');
  return metadata instanceof PdfStream && Buffer.from(revision.decode(metadata).bytes).includes(PDFA_EXTENSION);
}

function informationAgrees({ revision, xmp }: Pdf): boolean {
  const information = revision.getDict(revision.trailer, 'Info');
  const isSame = SAME.every(([key, property]) => {
    const stated = revision.getText(information, key);
    return !stated?.trim() || stated === xmp?.[property];
  });
  return (
    isSame &&
    SAME_TIMES.every(([key, property]) => {
      const stated = revision.getText(information, key);
      if (stated === null) return true;
      return Date.parse(parsePdfDate(stated) ?? '') === Date.parse(xmp?.[property] ?? '');
    })
  );
}
