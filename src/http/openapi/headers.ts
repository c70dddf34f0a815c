/** The headers of responses, for the API description. */
import type { Json } from './json.js';

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string', ...(example !== undefined && { examples: [example] }) },
});

export const HEADERS = {
  'X-Request-Id': text('Id of the request, also in the log; the one of the request if it had a safe one'),
  'Content-Disposition': text('Suggests a file name (RFC 6266)', 'attachment; filename="report.pdf"'),
  'Docconv-Engine': text('The engine that converted the document', 'native'),
  'Docconv-Warnings': {
    description: 'Number of warnings: what the PDF shows in another way than the document',
    schema: { type: 'integer', examples: [1] },
  },
  'Docconv-Warning': text(
    'A warning as a JSON object in ASCII. The header occurs once for each; where a client joins the values with commas, they are the items of a JSON array. At most 6 KB in all',
    '{"code":"macros_ignored","message":"The macros of the document (word/vbaProject.bin) were not run.","detail":{"part":"word/vbaProject.bin"}}',
  ),
  'Server-Timing': text('Milliseconds in the engine', 'convert;dur=310'),
  'WWW-Authenticate': text('As RFC 6750 defines it', 'Bearer realm="docconv"'),
  'Retry-After': { description: 'Seconds after which a new attempt is sensible', schema: { type: 'integer' } },
  RateLimit: text('What is left of the limit (draft-ietf-httpapi-ratelimit-headers)', '"convert";r=59;t=60'),
  'RateLimit-Policy': text('The limit, in requests and seconds', '"convert";q=60;w=60'),
} as const;

export type HeaderName = keyof typeof HEADERS;

export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}
