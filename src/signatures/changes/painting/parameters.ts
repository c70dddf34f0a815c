/** Parameters of painting that viewers read alike. Where they do not, the renderer shows only one of the readings. */
import {
  dictOf,
  isName,
  numbersOf,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';

/** `parameters`: of the graphics state (8.4.5). An alpha that is no number is 0 in some viewers, and ignored in others. */
export const areParametersAlike = (revision: PdfRevision, parameters: PdfDict): boolean =>
  ['ca', 'CA'].every(key => {
    const value = revision.get(parameters, key);
    return value === null || typeof value === 'number';
  }) && isSoftMaskAlike(revision, revision.getDict(parameters, 'SMask'));

/** 11.6.5.2: some viewers ignore /TR, take any /S for one of the two, or ignore a backdrop whose colour space is not stated. */
function isSoftMaskAlike(revision: PdfRevision, mask: PdfDict | null): boolean {
  if (mask === null) return true;
  const [kind, transfer] = [revision.get(mask, 'S'), revision.get(mask, 'TR')];
  if (!isName(kind, 'Alpha') && !isName(kind, 'Luminosity')) return false;
  if (transfer !== null && !isName(transfer, 'Identity')) return false;
  const group = dictOf(revision.get(mask, 'G'));
  const hasSpace = revision.get(group && revision.getDict(group, 'Group'), 'CS') !== null;
  return hasSpace || isDark(revision, revision.get(mask, 'BC'));
}

/** The default. */
const isDark = (revision: PdfRevision, colour: PdfObject): boolean =>
  colour === null || (numbersOf(revision, colour)?.every(component => component === 0) ?? false);

const MESH = 4;
const FLAG_BITS = new Set<PdfObject>([2, 4, 8]);

/** 8.7.4.2: with `sh` a background does not apply; a mesh states how its flags are written. */
export function isShadingAlike(revision: PdfRevision, shading: PdfObject): boolean {
  const dict = dictOf(shading);
  const type = revision.get(dict, 'ShadingType');
  if (typeof type !== 'number' || revision.get(dict, 'Background') !== null) return false;
  const isMesh = type >= MESH && type !== 5;
  return type < MESH || (shading instanceof PdfStream && (!isMesh || FLAG_BITS.has(revision.get(dict, 'BitsPerFlag'))));
}
