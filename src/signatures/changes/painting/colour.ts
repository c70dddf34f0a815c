/** Luminance of colours, where a colour space defines it without a profile or a function (ISO 32000-2, 8.6). */
import { PdfArray, type PdfDict, PdfName, type PdfObject, type PdfRevision } from '../../../pdf/index.js';

/** 'other': a colour cannot be computed (ICCBased, CalRGB, Lab, Indexed, Separation, DeviceN), or the space is unknown. */
export type ColourSpace = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK' | 'Pattern' | 'other';

/** The name is an operand of `cs` or `CS`: a device space, or a resource that may be an alias of one. */
export function colourSpaceNamed(revision: PdfRevision, resources: PdfDict | null, name: string): ColourSpace {
  const spaces = revision.getDict(resources, 'ColorSpace');
  const known = knownSpace(name, spaces);
  if (known !== null) return known;
  const found = revision.get(spaces, name);
  const alias: PdfObject =
    found instanceof PdfArray && found.items.length === 1 ? revision.resolve(found.items[0]) : found;
  if (alias instanceof PdfName) return knownSpace(alias.name, spaces) ?? 'other';
  const family = found instanceof PdfArray ? revision.resolve(found.items[0]) : null;
  return family instanceof PdfName && family.name === 'Pattern' ? 'Pattern' : 'other';
}

/** A /DefaultRGB and the like in the resources replaces the device space (8.6.5.6). */
function knownSpace(name: string, spaces: PdfDict | null): ColourSpace | null {
  switch (name) {
    case 'Pattern':
      return name;
    case 'DeviceGray':
    case 'DeviceRGB':
    case 'DeviceCMYK':
      return spaces?.has(name.replace('Device', 'Default')) ? 'other' : name;
    default:
      return null;
  }
}

/** From 0, black, to 1, white; null where it cannot be computed. */
export function luminance(space: ColourSpace, components: readonly number[]): number | null {
  const [a = 0, b = 0, c = 0, d = 0] = components.map(component => Math.min(1, Math.max(0, component)));
  if (space === 'DeviceGray' && components.length === 1) return a;
  if (space === 'DeviceRGB' && components.length === 3) return ofRgb(a, b, c);
  // 10.4.2.4; the darkest of the formulas in use
  if (space === 'DeviceCMYK' && components.length === 4)
    return ofRgb(1 - Math.min(1, a + d), 1 - Math.min(1, b + d), 1 - Math.min(1, c + d));
  return null;
}

/** Weights of ITU-R BT.709. */
const ofRgb = (red: number, green: number, blue: number): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
