/** Stamps and watermarks of a form: several of each, whose fields belong together by their order. */
import type { StampOperation } from '../../../convert/operation-types.js';
import { isObjectOfTexts, parseObject } from '../../../system/formats/json.js';
import { badForm, type FormReader, invalidField } from './form-reader.js';
import { checkSelection } from './page-selection.js';
import type { FormFile } from './received.js';

type Kind = StampOperation['kind'];

/** What is stamped; the bytes of its file are read when it is needed. */
export interface FormStamp {
  readonly file: FormFile | null;
  /** What the form lacks for it; null: nothing. */
  readonly fault: string | null;
  make(bytes: Uint8Array | null): StampOperation;
}

/** After the form was validated. Throws invalid_parameter. */
export function requireComplete(stamps: readonly FormStamp[]): void {
  for (const { fault } of stamps) if (fault !== null) throw badForm(fault);
}

/** Throws invalid_parameter. */
export function readStamps(form: FormReader, kind: Kind): readonly FormStamp[] {
  const files = [...form.files(kind)];
  return form.texts(`${kind}Source`).flatMap((source, i): FormStamp[] => {
    if (source === '') return [];
    if (!['text', 'image', 'pdf'].includes(source)) {
      const reason = "wrong value, expected either 'text', 'image' or 'pdf'";
      throw badForm(invalidField(`${kind}Source`, source, reason));
    }
    const at = (field: string) => form.texts(`${kind}${field}`)[i] ?? '';
    const options = readOptions(kind, at('Options'));
    const placed = {
      kind,
      ...placement(options, source),
      ...selectionOf(kind, at('Pages')),
    };
    if (source === 'text') {
      const text = at('Expression');
      const fault = text.trim() === '' ? `form field '${kind}Expression' is required` : null;
      return [{ file: null, fault, make: () => ({ ...placed, source: { text, ...colorOf(options) } }) }];
    }
    const file = files.shift() ?? null;
    const fault = file ? null : `a ${kind} file is required for image or pdf source`;
    const sourceOf = (bytes: Uint8Array) => (source === 'pdf' ? { pdf: bytes } : { image: bytes });
    return [{ file, fault, make: (bytes: Uint8Array | null) => ({ ...placed, source: sourceOf(bytes!) }) }];
  });
}

/** Throws invalid_parameter. */
function selectionOf(kind: Kind, text: string): { pages?: string } {
  const checked = checkSelection(text);
  if ('fault' in checked) throw badForm(invalidField(`${kind}Pages`, text, checked.fault));
  return checked.value === '' ? {} : { pages: checked.value };
}

type Options = Readonly<Record<string, string>>;

function readOptions(kind: Kind, text: string): Options {
  const given = text === '' ? {} : parseObject(text);
  // clients write numbers as such: {"rotation": 45}
  const entries = given && Object.entries(given).map(([name, value]) => [name, isNumber(value) ? `${value}` : value]);
  const options = entries && Object.fromEntries(entries);
  if (isObjectOfTexts(options)) return options;
  throw badForm(`form field '${kind}Options' is invalid`);
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** The names of pdfcpu, which may be cut short. */
const named = (options: Options, ...names: readonly string[]): string | undefined =>
  names.map(name => options[name]).find(value => value !== undefined);

function placement(
  options: Options,
  source: string,
): Partial<Pick<StampOperation, 'opacity' | 'angle' | 'scale' | 'size' | 'position' | 'offset'>> {
  const opacity = numberIn(named(options, 'opacity', 'op'), 0.01, 1);
  const angle = numberIn(named(options, 'rotation', 'rot'), -360, 360);
  const position = named(options, 'position', 'pos') as StampOperation['position'];
  const offset = named(options, 'offset', 'off')?.trim().split(/\s+/).map(Number);
  const isPosition = position !== undefined && /^([tb][lcr]|[lcr])$/.test(position);
  return {
    ...(opacity !== null && { opacity: Math.round(opacity * 100) }),
    ...(angle !== null && { angle: (angle + 360) % 360 }),
    ...extentOf(options, source),
    ...(isPosition && { position }),
    ...(offset?.length === 2 && offset.every(Number.isFinite) && { offset: [offset[0]!, offset[1]!] as const }),
  };
}

/** "0.5 rel" is of the page. "1 abs", or a factor above 1 alone, is of the points of the font, or of the image's or page's own size. */
function extentOf(options: Options, source: string): Pick<StampOperation, 'scale' | 'size'> {
  const [factor = '', mode = Number(factor) > 1 ? 'abs' : 'rel'] =
    named(options, 'scalefactor', 'scale')?.trim().split(/\s+/) ?? [];
  if (!mode.startsWith('a')) {
    const scale = numberIn(factor || undefined, 0.01, 1);
    return scale === null ? {} : { scale: Math.round(scale * 100) };
  }
  const points = numberIn(named(options, 'points'), 1, MAX_SIZE) ?? POINTS;
  const size = numberIn(factor, 0.01, MAX_SIZE);
  return size === null ? {} : { size: Math.min(size * (source === 'text' ? points : 1), MAX_SIZE) };
}

/** Of pdfcpu's fonts, where no other is given. */
const POINTS = 24;
/** Larger than any page, in points. */
const MAX_SIZE = 14_400;

function numberIn(text: string | undefined, least: number, most: number): number | null {
  const value = text === undefined ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : null;
}

/** "#c00000", or three shares of red, green and blue. */
function colorOf(options: Options): { color?: string } {
  const color = named(options, 'fillcolor', 'fillc', 'color', 'col')?.trim() ?? '';
  if (/^#?[0-9a-f]{6}$/i.test(color)) return { color: color.replace('#', '') };
  const shares = color.split(/\s+/).map(Number);
  if (shares.length !== 3 || shares.some(share => !(share >= 0 && share <= 1))) return {};
  return {
    color: shares
      .map(share =>
        Math.round(share * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join(''),
  };
}
