/** JSON bodies, parsed strictly: what two parsers may read differently (RFC 8259, 4: repeated names) is refused. */
import type { FastifyRequest } from 'fastify';
import type { App } from './app.js';
import { HttpProblem } from './problem.js';

/** Installs the parser of JSON bodies. An empty body is permitted where the route takes none: many clients always send the type. */
export function installJson(app: App): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, body: string) =>
      body === '' && !routeOptions.schema?.body ? undefined : parseJson(body),
  );
}

/** Throws invalid_json or duplicate_member. Takes time in proportion to the length. */
export function parseJson(text: string): unknown {
  const value = parse(text);
  const pointer = findDuplicate(text);
  if (pointer === null) return value;
  const message = `The JSON body has the member ${pointer} twice. Send it once.`;
  throw new HttpProblem('duplicate_member', message, { errors: [{ pointer, detail: 'occurs twice' }] });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new HttpProblem('invalid_json', undefined, { cause });
  }
}

/** An object or array that is not closed yet. */
interface Open {
  /** Null for an array. */
  readonly names: Set<string> | null;
  /** The current member's name, or the current element's index. */
  at: string | number;
  /** The next string is a name. */
  expectsName: boolean;
}

const TOKEN = /"(?:[^"\\]+|\\.)*"|[{}[\],]/gs;

/** Pointer (RFC 6901) of the first member whose object has one of the same name already; null if there is none. */
function findDuplicate(validJson: string): string | null {
  const open: Open[] = [];
  for (const [token] of validJson.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '', expectsName: true });
    else if (token === '[') open.push({ names: null, at: 0, expectsName: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') nextIn(inner!);
    else if (inner?.expectsName) {
      inner.at = nameOf(token);
      inner.expectsName = false;
      if (inner.names!.has(inner.at)) return pointerTo(open);
      inner.names!.add(inner.at);
    }
  }
  return null;
}

function nextIn(inner: Open): void {
  if (typeof inner.at === 'number') inner.at++;
  else inner.expectsName = true;
}

/** Throws invalid_json for a name that changes the prototype of the object when it is copied. */
function nameOf(literal: string): string {
  const name = JSON.parse(literal) as string;
  if (name === '__proto__') throw new HttpProblem('invalid_json', 'The JSON body has a member "__proto__". Omit it.');
  return name;
}

function pointerTo(open: readonly Open[]): string {
  return open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
