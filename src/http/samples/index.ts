/** Code samples of every operation of an OpenAPI document, as `x-codeSamples`. Generated: they follow the schemas. */
import type { Description, Operation, Schema } from '../docs/description.js';
import { LANGUAGES } from './languages.js';
import { requestOf } from './request.js';

/** @param base URL of the server, without a slash at its end */
export function withSamples(document: object, base: string): object {
  const { paths, components } = document as Pick<Description, 'paths' | 'components'>;
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? resolve(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const samplesOf = (path: string, method: string, operation: Operation) => {
    const request = requestOf(base, path, method, operation, resolve);
    return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(request) }));
  };
  const extended = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      return [method, { ...operation, 'x-codeSamples': samplesOf(path, method, operation) }];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(extended) };
}
