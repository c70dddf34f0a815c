/** The headers of responses, for the API description. */

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string', ...(example !== undefined && { examples: [example] }) },
});

export const HEADERS = {
  'X-Request-Id': text('Id of the request, also in the log; the one of the request if it had a safe one'),
  'Content-Disposition': text('Suggests a file name (RFC 6266)', 'attachment; filename="report.pdf"'),
  'Content-Location': text(
    'With `Prefer: respond-async`: path of the result, which names the job',
    '/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw/result',
  ),
  'Docconv-Engine': text(
    'The engine that converted the document; of a merge, all that converted one, or "none" where all were PDFs',
    'native',
  ),
  'Docconv-Level': text('The level of the signature', 'LT'),
  'Docconv-Level-Reason': text(
    'With `allow-lower-level`: why only a lower level was reached, as a JSON string in ASCII',
    '"The server tsa.example.org does not respond."',
  ),
  'Docconv-Pages': { description: 'Number of pages of a merged PDF', schema: { type: 'integer', examples: [4] } },
  'Docconv-Warnings': {
    description: 'Number of warnings: what the PDF shows in another way than the document',
    schema: { type: 'integer', examples: [1] },
  },
  'Docconv-Warning': text(
    'A warning as a JSON object in ASCII. The header occurs once for each; where a client joins the values with commas, they are the items of a JSON array. At most 6 KB in all',
    '{"code":"macros_ignored","message":"The macros of the document (word/vbaProject.bin) were not run.","detail":{"part":"word/vbaProject.bin"}}',
  ),
  'Server-Timing': text('Milliseconds in the engine', 'convert;dur=310'),
  ETag: text(
    'Identifies this version of the content, for If-Match, If-None-Match and If-Range (RFC 9110)',
    '"pYzbR3gqTm6Yv0m1r2d3Zw"',
  ),
  'Accept-Ranges': text('Parts of the result can be requested with Range', 'bytes'),
  'Content-Range': text('The bytes of the answer, and how many there are in all', 'bytes 1000000-1999999/2000000'),
  Location: text('Address of the job, as a path', '/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw'),
  'Preference-Applied': text('As RFC 7240 defines it', 'respond-async'),
  'WWW-Authenticate': text('As RFC 6750 defines it', 'Bearer realm="docconv"'),
  'Retry-After': { description: 'Seconds after which a new attempt is sensible', schema: { type: 'integer' } },
  RateLimit: text('What is left of the limit (draft-ietf-httpapi-ratelimit-headers)', '"convert";r=59;t=60'),
  'RateLimit-Policy': text('The limit, in requests and seconds', '"convert";q=60;w=60'),
} as const;

export type HeaderName = keyof typeof HEADERS;

export const refTo = (name: HeaderName) => `#/components/headers/${name}`;

export function headerRefs(names: readonly HeaderName[]): Record<string, unknown> {
  return Object.fromEntries(names.map(name => [name, { $ref: refTo(name) }]));
}
