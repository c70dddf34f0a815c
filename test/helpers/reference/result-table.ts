/** The members of the verification result, from its schema: the same words are in /openapi.json and on /docs. */
import { VerificationResult } from '../../../src/http/routes/result-schema.js';

interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: readonly (string | number)[];
}

/** Described once, at the first member that has it. */
const SAME_AS: Readonly<Record<string, string>> = {
  signer: 'signers[]',
  'signers[].chain[]': 'signers[].certificate',
  'signers[].timestamps[].trust': 'signers[].trust',
};

/** Rows of member, type and meaning. */
export function resultRows(): string[][] {
  return rowsOf(VerificationResult, '');
}

function rowsOf(schema: Schema, path: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const full = `${path}${name}`;
    const inner = member.anyOf?.[0] ?? member;
    const words = [member.description ?? inner.description, SAME_AS[full] ?? SAME_AS[`${full}[]`]];
    const [meaning = '', same] = words;
    const text = same ? `${meaning}; members as in \`${same}\`` : meaning;
    const own = [`\`${full}\``, typeOf(member), text.replaceAll('|', '\\|')];
    if (same) return [own];
    return [own, ...rowsOf(inner, `${full}.`), ...rowsOf(inner.items ?? {}, `${full}[].`)];
  });
}

function typeOf({ type, anyOf, enum: words, items }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (words) return words.map(word => `\`${word}\``).join(', ');
  return items ? `array of ${typeOf(items)}` : (type ?? '');
}
