/** Colours, where a colour space defines them without a profile or a function (ISO 32000-2, 8.6). */
import type { PdfRevision } from '../document/revision.js';
import { isName, PdfArray, type PdfDict, PdfName, type PdfObject } from '../syntax/objects.js';

/**
 * 'None': Separation with the colorant None, which paints nothing (8.6.6.4). 'other': a colour cannot be computed (ICCBased,
 * CalRGB, Lab, Indexed, Separation, DeviceN), or the space is unknown.
 */
export type ColourSpace = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK' | 'Pattern' | 'None' | 'other';

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

export interface Colour {
  readonly space: ColourSpace;
  /** Null: cannot be computed. */
  readonly rgb: Rgb | null;
  /** Undefined where the colour is no pattern. A dictionary (shading) or stream (tiling); null: missing. */
  readonly pattern?: PdfObject;
}

export const BLACK: Colour = { space: 'DeviceGray', rgb: [0, 0, 0] };

/** The name is an operand of `cs` or `CS`: a device space, or a resource that may be an alias of one. */
export function colourSpaceNamed(revision: PdfRevision, resources: PdfDict | null, name: string): ColourSpace {
  const spaces = revision.getDict(resources, 'ColorSpace');
  const known = knownSpace(name, spaces);
  if (known !== null) return known;
  const found = revision.get(spaces, name);
  const alias: PdfObject =
    found instanceof PdfArray && found.items.length === 1 ? revision.resolve(found.items[0]) : found;
  if (alias instanceof PdfName) return knownSpace(alias.name, spaces) ?? 'other';
  const [family, colorant] = found instanceof PdfArray ? found.items.map(item => revision.resolve(item)) : [];
  if (isName(family, 'Separation') && isName(colorant, 'None')) return 'None';
  return isName(family, 'Pattern') ? 'Pattern' : 'other';
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

/** Of a colour that was not set with these resources, such as the initial one, some readers replace the space all the same. */
export function colourWithin(revision: PdfRevision, resources: PdfDict | null, colour: Colour): Colour {
  const isReplaced = knownSpace(colour.space, revision.getDict(resources, 'ColorSpace')) === 'other';
  return isReplaced ? { space: 'other', rgb: null } : colour;
}

const COMPONENTS: Readonly<Record<ColourSpace, number | null>> = {
  DeviceGray: 1,
  DeviceRGB: 3,
  DeviceCMYK: 4,
  Pattern: null,
  None: null,
  other: null,
};

export const colourIn = (space: ColourSpace, components: readonly number[]): Colour => ({
  space,
  rgb: COMPONENTS[space] === components.length ? rgbOf(components) : null,
});

/** Of the device spaces it is black (8.6.4). */
export const initialColour = (space: ColourSpace): Colour => ({
  space,
  rgb: COMPONENTS[space] === null ? null : BLACK.rgb,
});

/** The number of components determines the device space; null: none has as many. */
export function rgbOf(components: readonly number[]): Rgb | null {
  const [a = 0, b = 0, c = 0, d = 0] = components.map(component => Math.min(1, Math.max(0, component)));
  if (components.length === 1) return [a, a, a];
  if (components.length === 3) return [a, b, c];
  // 10.4.2.4; the darkest of the formulas in use
  return components.length === 4 ? [1 - Math.min(1, a + d), 1 - Math.min(1, b + d), 1 - Math.min(1, c + d)] : null;
}

/** From 0, black, to 1, white, with the weights of ITU-R BT.709. */
export const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
