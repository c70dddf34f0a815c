/** What the API reference shows: the description of the service, with this server's URL, and the problem codes. */
import { problemList } from './problems.js';

/**
 * @param {any} description openapi.json
 * @param {URL} server with a slash at its end
 */
export function contentOf(description, server) {
  const { 'x-base-url': written, 'x-problems': problems, ...document } = description;
  const base = server.href.replace(/\/$/, '');
  const content = JSON.parse(JSON.stringify(document).replaceAll(written, base));
  content.tags.push({ name: 'Problems', description: problemList(problems) });
  for (const operation of operationsOf(content)) sendRequiredFields(operation);
  return { content, servers: [{ url: base }] };
}

/** @param {any} content */
function operationsOf({ paths }) {
  return Object.values(paths).flatMap(methods => Object.values(methods));
}

/**
 * "Test Request" would send every field of a form, with a value of its own choice. The options of a form are query
 * parameters as well, which it sends only if they are ticked.
 */
function sendRequiredFields({ requestBody }) {
  const form = requestBody?.content['multipart/form-data'];
  if (form) form.example = Object.fromEntries((form.schema.required ?? []).map(name => [name, '']));
}
