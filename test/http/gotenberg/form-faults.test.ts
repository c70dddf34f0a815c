/** What a form may not ask for, in the words that Gotenberg's clients know; no server is needed. */
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/http/gotenberg/answers.js';
import { type FormRoute, readRequest } from '../../../src/http/gotenberg/form/requests.js';
import { webhookOf } from '../../../src/http/gotenberg/webhook.js';
import { HttpProblem } from '../../../src/http/problem.js';

type Fields = Record<string, string>;

const file = (field: string, name: string) => ({
  field,
  name,
  source: { bytes: new Uint8Array(), name },
  read: async () => new Uint8Array(),
});

/** @param parts names of files that the form has beside the documents */
function request(route: string, fields: Fields, parts: readonly string[] = []) {
  const document = route.startsWith('libreoffice') ? 'a.docx' : 'a.pdf';
  return readRequest(`/forms/${route}` as FormRoute, {
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
    files: [file('files', document), ...parts.map(part => file(part, `${part}.bin`))] as never,
  });
}

function fault(route: string, fields: Fields, parts?: readonly string[]) {
  try {
    request(route, fields, parts);
  } catch (thrown) {
    return faultOf(thrown);
  }
  return null;
}

const unsupportedSplit =
  "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.";

describe('faults of forms', () => {
  const cases: [title: string, route: string, fields: Fields, parts: string[], message: string][] = [
    [
      'unknown level of an invoice',
      'pdfengines/factur-x',
      { facturxConformanceLevel: 'FOO' },
      ['facturxXml'],
      "Invalid form data: form field 'facturxConformanceLevel' is invalid (got 'FOO', resulting to unsupported conformance level 'FOO')",
    ],
    [
      'unknown type of an invoice',
      'pdfengines/merge',
      { facturxConformanceLevel: 'BASIC', facturxDocumentType: 'BILL' },
      ['facturxXml'],
      "Invalid form data: form field 'facturxDocumentType' is invalid (got 'BILL', resulting to unsupported document type 'BILL')",
    ],
    [
      'values for placeholders',
      'libreoffice/convert',
      { variables: '{"name":"Ann"}' },
      [],
      "Invalid form data: form field 'variables' is not supported; send documents that have the values themselves",
    ],
    [
      'XML without a level',
      'libreoffice/convert',
      {},
      ['facturxXml'],
      "Invalid form data: 'facturxConformanceLevel' is required when 'facturxXml' is provided",
    ],
    [
      'level without XML',
      'pdfengines/split',
      { splitMode: 'pages', splitSpan: '1', facturxConformanceLevel: 'BASIC' },
      [],
      "Invalid form data: 'facturxXml' file is required when 'facturxConformanceLevel' is set",
    ],
    [
      'invoice without both',
      'pdfengines/factur-x',
      {},
      [],
      "Invalid form data: 'facturxConformanceLevel' and 'facturxXml' are both required",
    ],
    [
      'invoice in PDF/A-2',
      'libreoffice/convert',
      { facturxConformanceLevel: 'BASIC', pdfa: 'PDF/A-2b' },
      ['facturxXml'],
      "Invalid form data: Factur-X requires a PDF/A-3 variant (PDF/A-3a, PDF/A-3b, or PDF/A-3u), got 'PDF/A-2b'",
    ],
    [
      'interval without a number',
      'libreoffice/convert',
      { splitMode: 'intervals' },
      [],
      "Invalid form data: form field 'splitSpan' is invalid (got '', resulting to strconv.Atoi: parsing \"\": invalid syntax)",
    ],
    ['ranges without a mode', 'libreoffice/convert', { splitSpan: '1-2' }, [], unsupportedSplit],
    ['no ranges', 'libreoffice/convert', { splitMode: 'pages' }, [], unsupportedSplit],
    [
      'ranges of qpdf for several files',
      'pdfengines/split',
      { splitMode: 'pages', splitSpan: '2-z' },
      [],
      unsupportedSplit,
    ],
    [
      'list of wrong bookmarks',
      'pdfengines/bookmarks/write',
      { bookmarks: '["a"]' },
      [],
      "Invalid form data: form field 'bookmarks' is invalid (got '[\"a\"]', resulting to unmarshal bookmarks: json: cannot unmarshal array into Go value of type map[string][]gotenberg.Bookmark)",
    ],
    [
      'pages to turn that are none',
      'pdfengines/rotate',
      { rotateAngle: '90', rotatePages: '1..2' },
      [],
      "Invalid form data: form field 'rotatePages' is invalid (got '1..2', resulting to wrong value, expected pages such as '1-3,7', 'even' or '1-,!2')",
    ],
    ...['stamp', 'watermark'].map((kind): [string, string, Fields, string[], string] => [
      `pages of a ${kind} that are none`,
      'libreoffice/convert',
      { [`${kind}Source`]: 'text', [`${kind}Expression`]: 'x', [`${kind}Pages`]: 'all' },
      [],
      `Invalid form data: form field '${kind}Pages' is invalid (got 'all', resulting to wrong value, expected pages such as '1-3,7', 'even' or '1-,!2')`,
    ]),
    [
      'stamp without its file, beside other faults',
      'pdfengines/split',
      { stampSource: 'pdf' },
      [],
      "Invalid form data: form field 'splitMode' is required\nform field 'splitSpan' is required",
    ],
  ];
  it.each(cases)('%s', (_, route, fields, parts, message) => {
    expect(fault(route, fields, parts)).toEqual({ status: 400, message });
  });

  it.each(['{"a":{"b":1}}', '{"Keywords":["a",1]}', '{"Title":null}', '{"Title":"a\\nb"}'])(
    'metadata that cannot be written: %s',
    metadata => {
      expect(fault('pdfengines/metadata/write', { metadata })?.status).toBe(400);
    },
  );

  it.each(['', '-rm', 'Title\n-FileName', 'foo bar', 'foo=bar', 'weird/char', 'XMP:', 'A'.repeat(101)])(
    'metadata whose name is that of no tag: %j',
    name => {
      const answer = fault('pdfengines/metadata/write', { metadata: JSON.stringify({ [name]: 'x' }) });
      expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('is no name of a tag') });
    },
  );

  it.each([
    ['CreateDate', 'yesterday'],
    ['XMP:ModDate', '2006:13:45 00:00:00'],
    ['PDFVersion', '1.9'],
  ])('metadata with a value that %s cannot have', (name, value) => {
    const answer = fault('pdfengines/metadata/write', { metadata: JSON.stringify({ [name]: value }) });
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(`the value of '${name}' is no`) });
  });

  it.each(['', '2006:09:18', '2006-09-18', '2006:09:18 16:27:50-04:00', '2006-09-18T16:27:50Z'])(
    'a date %j can be written',
    date => expect(fault('pdfengines/metadata/write', { metadata: JSON.stringify({ CreateDate: date }) })).toBe(null),
  );

  it.each(['My_Tag.1', 'XMP-pdf:Title', 'constructor'])('metadata with the name %s can be written', name => {
    expect(fault('pdfengines/metadata/write', { metadata: JSON.stringify({ [name]: 'x' }) })).toBe(null);
  });

  it('a webhook without a place for errors', () => {
    expect(() => webhookOf({ 'gotenberg-webhook-url': 'https://example.org' }, 'trace')).toThrow(
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  });
});

describe('faults of no form', () => {
  it.each([
    ['conversion_timeout', 503, 'Service Unavailable'],
    ['no_engine', 503, 'Service Unavailable'],
    ['queue_full', 429, 'Too Many Requests'],
    ['rate_limited', 429, 'Too Many Requests'],
    ['key_not_permitted', 403, 'Forbidden'],
    ['internal', 500, 'Internal Server Error'],
  ] as const)('%s has the status and the words of Gotenberg', (code, status, message) => {
    expect(faultOf(new HttpProblem(code))).toEqual({ status, message });
  });

  it('a document that crashes the engine is named as the cause', () => {
    expect(faultOf(new HttpProblem('engine_crashed')).message).toContain('crashed twice on this document');
  });
});

describe('what Gotenberg reads as well', () => {
  it('a method for errors without a URL for them', () => {
    const headers = {
      'gotenberg-webhook-url': 'https://a.example',
      'gotenberg-webhook-events-url': 'https://b.example',
    };
    expect(webhookOf({ ...headers, 'gotenberg-webhook-error-method': 'GET' }, 'trace')?.errorUrl).toBe(null);
  });

  it('spaces around the number of an interval', () => {
    expect(request('pdfengines/split', { splitMode: 'intervals', splitSpan: ' 2 ' }).split).toEqual({
      kind: 'split',
      every: 2,
    });
  });

  it.each(['2-z', '2-end'])('%s, the pages of one file as qpdf or pdftk names them', splitSpan => {
    const fields = { splitMode: 'pages', splitSpan, splitUnify: 'true' };
    expect(request('pdfengines/split', fields).split).toEqual({ kind: 'split', ranges: '2-l', unify: true });
  });

  it('options of a stamp as numbers', async () => {
    const stampOptions = '{"font":"Helvetica","rotation":45,"opacity":0.15}';
    const { before } = request('pdfengines/stamp', { stampSource: 'text', stampExpression: 'x', stampOptions });
    expect(await before()).toMatchObject([{ kind: 'stamp', angle: 45, opacity: 15 }]);
  });

  it.each([
    ['text', { scale: '1.0 abs' }, { size: 24 }],
    ['text', { scalefactor: '2 a', points: '18' }, { size: 36 }],
    ['text', { scale: '1.5', points: 10 }, { size: 15 }],
    ['text', { scale: '.8 rel', points: '10' }, { scale: 80 }],
    ['image', { scale: '2 abs', points: '10' }, { size: 2 }],
  ])('the scale of a %s with %j', async (stampSource, options, expected) => {
    const fields = { stampSource, stampExpression: 'x', stampOptions: JSON.stringify(options) };
    const operations = await request('pdfengines/stamp', fields, ['stamp']).before();
    const { scale, size } = operations[0] as { scale?: number; size?: number };
    expect({ scale, size }).toEqual({ scale: undefined, size: undefined, ...expected });
  });

  it('null as nothing', async () => {
    expect(await request('pdfengines/metadata/write', { metadata: 'null' }).after('a.pdf')).toEqual([]);
    expect(await request('pdfengines/bookmarks/write', { bookmarks: 'null' }).after('a.pdf')).toEqual([]);
  });

  it('the fields of an invoice among those of attachments', async () => {
    const { after, needed } = request('pdfengines/embed', { facturxConformanceLevel: 'BASIC' }, ['facturxXml']);
    expect((await after('a.pdf')).map(({ kind }) => kind)).toEqual(['facturx']);
    expect(needed).toEqual({ pdfa: 'PDF/A-3b', pdfua: false });
  });
});
