/** The options of a signature: fields of the form only, since a reason or a name says more than a URL should. */
import { Type } from '@sinclair/typebox';
import { BASELINE_LEVELS, CERTIFICATIONS, parseLock, parsePlace, type ServedSignOptions } from '../../sign/index.js';
import { badParameter, parsedParameter, wordOf } from '../problem.js';
import { BINARY } from '../schemas.js';

const text = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ maxLength: MAX_TEXT, description, ...(examples.length > 0 && { examples }) }));
const choice = (description: string, words: readonly string[]) =>
  Type.Optional(Type.String({ description, enum: [...words] }));

const MAX_TEXT = 1000;
/** The part of the form with the image of the visible signature. */
export const IMAGE_PART = 'visible-image';

const OPTIONS = {
  level: choice(
    'Baseline level (PAdES) to reach; B is the default. The operator decides which others there are',
    BASELINE_LEVELS,
  ),
  'allow-lower-level': choice(
    'true: also answer with the PDF where only a lower level was reached; Docconv-Level states it',
    ['true', 'false'],
  ),
  reason: text('Reason for signing', 'I agree'),
  location: text('Place of signing', 'Berlin'),
  name: text('Name of the signer; by default that of the certificate'),
  contact: text('Contact information of the signer'),
  field: text('Name of an empty signature field; by default a new, invisible one', 'Approval'),
  certify: choice('Certify the PDF as its first signature: what stays permitted', CERTIFICATIONS),
  lock: text('Fields that nobody can change afterwards: `all`, `only=A,B` or `except=A,B`', 'all'),
  visible: text(
    'Shows the signature: `page=1,rect=X,Y,WIDTH,HEIGHT` in points from the lower left corner of the page as it is shown, with `page=last` for the last page, or `field` for the area of `field`',
    'page=1,rect=50,60,200,70',
  ),
  'visible-text': text(
    'Its text, with {name}, {issuer}, {date}, {reason} and {location}; by default all of them',
    'Signed by {name}',
  ),
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'Password of an encrypted PDF' })),
};

export const SignForm = Type.Object(
  {
    file: Type.Unsafe<never>({ ...BINARY, description: 'The PDF' }),
    ...OPTIONS,
    [IMAGE_PART]: Type.Optional(
      Type.Unsafe<never>({
        ...BINARY,
        description: 'PNG or JPEG that the visible signature shows; without `visible-text`, it shows nothing else',
      }),
    ),
  },
  { additionalProperties: false, required: ['file'] },
);

type Fields = ReadonlyMap<string, string>;

/** Throws invalid_parameter. @param levels that the service can reach @param hasImage whether the form has one */
export function readSignOptions(fields: Fields, levels: readonly string[], hasImage: boolean): ServedSignOptions {
  for (const [name, value] of fields) requireKnown(name, value);
  const level = wordOf('level', fields.get('level'), BASELINE_LEVELS) ?? 'B';
  if (!levels.includes(level))
    throw badParameter({ parameter: 'level' }, `This server signs at the levels ${levels.join(', ')} only.`);
  const certify = wordOf('certify', fields.get('certify'), CERTIFICATIONS);
  const lock = fields.get('lock');
  const texts = (['reason', 'location', 'name', 'contact', 'field', 'password'] as const).flatMap(name => {
    const value = fields.get(name);
    return value ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(texts),
    level,
    allowLowerLevel: wordOf('allow-lower-level', fields.get('allow-lower-level'), ['true', 'false']) === 'true',
    ...(certify && { certify }),
    ...(lock !== undefined && { lock: parsedParameter({ parameter: 'lock' }, () => parseLock(lock)) }),
    ...visibleOf(fields, hasImage),
  };
}

function visibleOf(fields: Fields, hasImage: boolean): Pick<ServedSignOptions, 'visible'> {
  const [place, text] = [fields.get('visible'), fields.get('visible-text')];
  const [part] = [...(text !== undefined ? ['visible-text'] : []), ...(hasImage ? [IMAGE_PART] : [])];
  if (place === undefined && part !== undefined)
    throw badParameter({ parameter: part }, `"${part}" needs "visible", which says where it is shown.`);
  if (place === undefined) return {};
  return {
    visible: {
      ...parsedParameter({ parameter: 'visible' }, () => parsePlace(place)),
      ...(text !== undefined && { text }),
    },
  };
}

function requireKnown(name: string, value: string): void {
  if (!Object.hasOwn(OPTIONS, name))
    throw badParameter({ parameter: name }, `There is no option "${name}". GET /openapi.json lists the options.`);
  if (value.length > MAX_TEXT && name !== 'password')
    throw badParameter({ parameter: name }, `"${name}" has more than ${MAX_TEXT} characters.`);
}
