/** Gotenberg's routes: its forms, errors, names and archives, with the access that the setting gives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../../src/convert/input/zip.js';
import { attachedFiles, openPdf, pageList } from '../../../src/pdf/index.js';
import { ARCHIVAL_TEXTS, archivalPdf, NEXT, OBJECT, pageWith } from '../../helpers/archival-pdf.js';
import { documents } from '../../helpers/documents.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { describeTools } from '../../helpers/requires.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { type Started, startServer } from '../started.js';

type Part = readonly [field: string, value: string | Uint8Array, name?: string];

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const FILE = 'Content-Disposition: form-data; name="files"; filename="letter.txt"';

const page = (text: string): Uint8Array => blankPdf(text).bytes;

async function post(server: Started, route: string, parts: readonly Part[], headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') body.append(field, value);
    else body.append(field, new Blob([Buffer.from(value)]), name);
  }
  const response = await fetch(`${server.url}/forms/${route}`, { method: 'POST', body, headers });
  return { response, status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

/** A page with all that printing loses. */
function fullPdf(): Uint8Array {
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>/OCProperties<</OCGs[8 0 R]/D<<>>>>/PageLabels<</Nums[0<</S/r>>]>>
      /StructTreeRoot<</Type/StructTreeRoot>>/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>/EmbeddedFiles<</Names[(a.txt) 9 0 R]>>>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R 6 0 R 7 0 R]/Resources<</Properties<</L 8 0 R>>>>>>',
    4: stream('/OC/L BDC 9 9 9 9 re f EMC'),
    5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[20 20 40 40]/AP<</N 11 0 R>>>>',
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(a)>>',
    7: '<</Type/Annot/Subtype/Square/Rect[50 50 70 70]/AP<</N 11 0 R>>>>',
    8: '<</Type/OCG/Name(Layer)>>',
    9: '<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 10 0 R>>>>',
    10: stream('data', '/Type/EmbeddedFile'),
    11: stream('0 0 5 5 re f', '/Type/XObject/Subtype/Form/BBox[0 0 20 20]'),
    12: stream('the document'),
  };
  const trailer = '/AdditionalStreams[/application#2Fvnd.oasis.opendocument.text 12 0 R]';
  return new PdfWriter().revision({ objects, trailer }).bytes;
}

function linkedPdfa(level: '1b' | '2b'): Uint8Array {
  const link = '<</Type/Annot/Subtype/Link/F 4/Rect[0 0 9 9]/Border[0 0 0]/Dest[3 0 R/Fit]>>';
  return archivalPdf(level, { objects: { [OBJECT.page]: pageWith(`/Annots[${NEXT} 0 R]`), [NEXT]: link } });
}

const withoutIntent = archivalPdf('2b', { objects: { [OBJECT.intent]: '<</Type/OutputIntent/S/GTS_PDFA1>>' } });

function lostOf({ headers }: Response): object[] {
  const all: { code: string; detail: object }[] = JSON.parse(`[${headers.get('docconv-warning') ?? ''}]`);
  return all.filter(({ code }) => code === 'features_lost').map(({ detail }) => detail);
}

const pagesOf = async (pdf: Uint8Array) => pageList((await openPdf(pdf)).latest)?.count;
const xmpOf = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1');

describe('open', () => {
  let server: Started;
  beforeAll(async () => {
    server = await startServer({ gotenberg: 'open', workers: 2 });
  });
  afterAll(() => server.stop());

  it('answers the request of paperless-ngx, and names the PDF as the document', async () => {
    const { response, status, body } = await post(server, 'libreoffice/convert', [
      ['files', documents.docx().bytes, 'letter.docx'],
      ['pdfa', 'PDF/A-2b'],
    ]);
    expect(status, body.toString('latin1', 0, 300)).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain('filename="letter.pdf"');
    expect(await pagesOf(body)).toBe(1);
  });

  describeTools('printing a PDF again', ['soffice'], () => {
    const lost = async (route: string, fields: Part[]) => {
      const { response, status, body } = await post(server, route, [...fields, ['pdfa', 'PDF/A-2b']]);
      expect(status, body.toString('latin1', 0, 300)).toBe(200);
      return lostOf(response);
    };
    const all =
      'attached files (a.txt), original, form fields, layers, page labels, tags, links, annotations, named destinations';
    const full = ['files', fullPdf(), 'full.pdf'] as const;

    it('warns of what is lost', async () => {
      expect(await lost('pdfengines/convert', [full])).toEqual([{ document: 'full.pdf', features: all }]);
      expect(await lost('pdfengines/convert', [['files', page('a'), 'a.pdf']])).toEqual([]);
    });

    it('names the document of which a merged PDF lacks it, without what was flattened', async () => {
      const merged = await lost('pdfengines/merge', [['files', page('a'), 'a.pdf'], full, ['flatten', 'true']]);
      const kept = all.replace('original, form fields, ', '').replace('annotations, ', '');
      expect(merged).toEqual([
        { document: 'full.pdf', features: 'original', input: 2 },
        { document: 'full.pdf', features: kept },
      ]);
    });

    it.each<[what: string, claims: readonly ('1b' | '2b')[], fields: Part[], lost: readonly string[]]>([
      [
        'keeps those that claim the level or an earlier one',
        ['2b', '1b'],
        [
          ['pdfa', 'PDF/A-2b'],
          ['metadata', '{"Title":"T"}'],
          ['rotateAngle', '90'],
        ],
        [],
      ],
      ['prints those that claim a later one', ['1b', '2b'], [['pdfa', 'PDF/A-1b']], ['0.pdf', '1.pdf']],
      [
        'prints those that have to be PDF/UA',
        ['2b', '2b'],
        [
          ['pdfa', 'PDF/A-2b'],
          ['pdfua', 'true'],
        ],
        ['0.pdf', '1.pdf'],
      ],
      [
        'prints what a stamp breaks',
        ['1b', '1b'],
        [
          ['pdfa', 'PDF/A-1b'],
          ['stampSource', 'text'],
          ['stampExpression', 'S'],
          ['stampOptions', '{"opacity":"0.5"}'],
        ],
        ['0.pdf', '1.pdf'],
      ],
    ])('joins PDFs that are PDF/A: %s', async (_, claims, fields, lost) => {
      // biome-ignore format: rows
      const pdfs = claims.map((level, i): Part => ['files', linkedPdfa(level), `${i}.pdf`]);
      const { response, status, body } = await post(server, 'pdfengines/merge', [...pdfs, ...fields]);
      expect(status, body.toString('latin1', 0, 300)).toBe(200);
      const part = String(fields[0]![1]).charAt('PDF/A-'.length);
      expect(xmpOf(body)).toMatch(new RegExp(`pdfaid:part(?:>|=")${part}`));
      expect(lostOf(response)).toEqual(lost.map(document => ({ document, features: 'tags, links' })));
    });

    it.each<[route: string, fields: Part[]]>([
      ['pdfengines/convert', []],
      [
        'pdfengines/split',
        [
          ['splitMode', 'intervals'],
          ['splitSpan', '1'],
        ],
      ],
      ['libreoffice/convert', []],
    ])('keeps a PDF that is PDF/A: %s %j', async (route, fields) => {
      const pdf: Part = ['files', linkedPdfa('1b'), 'a.pdf'];
      const { response, status, body } = await post(server, route, [pdf, ...fields, ['pdfa', 'PDF/A-2b']]);
      expect(status, body.toString('latin1', 0, 300)).toBe(200);
      expect(xmpOf(body)).toMatch(/pdfaid:part(?:>|=")2/);
      expect(lostOf(response)).toEqual([]);
      expect(xmpOf(body)).toMatch(/\/Subtype ?\/Link/);
    });

    it('keeps the metadata of a PDF that is PDF/A', async () => {
      const given = { ...ARCHIVAL_TEXTS, subject: 'S', keywords: 'a, b', 'Case number': '7' };
      const information = `<</Title(${given.title})/Author(${given.author})/Subject(S)/Keywords(a, b)/Case#20number(7)>>`;
      const pdf: Part = ['files', archivalPdf('2b', { objects: { [OBJECT.information]: information } }), 'a.pdf'];
      const { status, body } = await post(server, 'pdfengines/convert', [pdf, ['pdfa', 'PDF/A-2b']]);
      expect(status, body.toString('latin1', 0, 300)).toBe(200);
      const read = await post(server, 'pdfengines/metadata/read', [['files', body, 'b.pdf']]);
      expect(JSON.parse(String(read.body))['b.pdf']).toMatchObject({
        Title: given.title,
        Author: given.author,
        Subject: 'S',
        Keywords: ['a', 'b'],
        'Case number': '7',
      });
    });

    it.each<[what: string, pdf: Uint8Array, level: string, fields: Part[]]>([
      ['break it themselves', withoutIntent, 'PDF/A-2b', []],
      [
        'a stamp breaks',
        archivalPdf('1b'),
        'PDF/A-1b',
        [
          ['stampSource', 'text'],
          ['stampExpression', 'S'],
          ['stampOptions', '{"opacity":"0.5"}'],
        ],
      ],
    ])('says nothing of a claim that the printed PDF has again: PDFs that %s', async (_, pdf, level, fields) => {
      const pdfs = ['a.pdf', 'b.pdf'].map((name): Part => ['files', pdf, name]);
      const { response, status, body } = await post(server, 'pdfengines/merge', [...pdfs, ...fields, ['pdfa', level]]);
      expect(status, body.toString('latin1', 0, 300)).toBe(200);
      expect(response.headers.get('docconv-warning') ?? '').not.toContain('pdfa_lost');
    });

    it('prints only the PDF among documents that are merged', async () => {
      const letter: Part = ['files', documents.txt().bytes, 'letter.txt'];
      expect(await lost('libreoffice/convert', [full, letter, ['merge', 'true']])).toMatchObject([
        { document: 'full.pdf' },
      ]);
    });

    it('warns once of the parts of a split', async () => {
      const split = await lost('pdfengines/split', [full, ['splitMode', 'intervals'], ['splitSpan', '1']]);
      expect(split[0]).toEqual({ document: 'full.pdf', features: 'original' });
      expect(split[1]).toMatchObject({ document: 'full.pdf' });
    });
  });

  it('lists all faults of a form in one answer', async () => {
    const { response, status, body } = await post(server, 'pdfengines/split', [
      ['splitMode', 'halves'],
      ['flatten', 'perhaps'],
    ]);
    expect(status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    const faults = body.toString();
    expect(faults).toMatch(/^Invalid form data: form field 'splitMode' is invalid/);
    expect(faults).toContain("form field 'splitSpan' is required");
    expect(faults).toContain('no form file found for extensions: [.pdf]');
    expect(faults).toContain("form field 'flatten' is invalid (got 'perhaps'");
  });

  it.each([
    ['no type', {}, '', 415, /^Invalid 'Content-Type' header value: want 'multipart\/form-data'$/],
    [
      'no boundary',
      { 'content-type': 'multipart/form-data' },
      'x',
      415,
      /^Invalid 'Content-Type' header value: no boundary\. Let your HTTP client write/,
    ],
    ['a body of another form', FORM, 'letter', 400, /does not contain the boundary .* Let your HTTP client write/],
    ['half a form', FORM, `--x\r\n${FILE}\r\n\r\nhalf`, 400, /ends within a part\. Send it completely/],
    [
      'a URL that is none',
      FORM,
      '--x\r\nContent-Disposition: form-data; name="downloadFrom"\r\n\r\n[{"url":"http://[::1"}]\r\n--x--\r\n',
      400,
      /^Invalid 'downloadFrom' form field entry 0: it is not a complete URL\. Write it like/,
    ],
    [
      'a webhook whose URL is none',
      { ...FORM, 'gotenberg-webhook-url': 'example.org', 'gotenberg-webhook-error-url': 'https://example.org/' },
      `--x\r\n${FILE}\r\n\r\nletter\r\n--x--\r\n`,
      400,
      /^Invalid 'Gotenberg-Webhook-Url' header value: it is not a complete URL\. Write it like/,
    ],
  ])('says of %s what is wrong, and what to do', async (_, headers, text, expected, message) => {
    const body = Buffer.from(text); // fetch() states a type for strings
    const response = await fetch(`${server.url}/forms/libreoffice/convert`, { method: 'POST', headers, body });
    expect(response.status).toBe(expected);
    expect(await response.text()).toMatch(message);
  });

  it('attaches the last of the files that have one name', async () => {
    const files = ['first', 'last'].map((text): Part => ['embeds', Buffer.from(text), 'x.txt']);
    const { status, body } = await post(server, 'pdfengines/embed', [['files', page('Letter'), 'a.pdf'], ...files]);
    expect(status, body.toString('latin1', 0, 300)).toBe(200);
    const { latest } = await openPdf(body);
    const attached = attachedFiles(latest).files.map(({ name, stream }) => [
      name,
      Buffer.from(latest.decode(stream!).bytes).toString(),
    ]);
    expect(attached).toEqual([['x.txt', 'last']]);
  });

  it.each<[route: string, name: string, fields: Part[]]>([
    ['flatten', 'locked.pdf', []],
    ['metadata/read', 'locked.pdf', []],
    ['bookmarks/read', 'text.pdf', []],
    ['merge', 'locked.pdf', [['titleBookmarks', 'true']]],
    ['merge', 'text.pdf', []],
    ['split', 'text.pdf', [['splitMode', 'pages'], ['splitSpan', '1']]], // biome-ignore format: one row
  ])('names the document that %s cannot open: %s', async (route, name, fields) => {
    const encrypt: Part[] = [['files', page('a'), 'a.pdf'], ['userPassword', 'user']]; // biome-ignore format: short
    const bytes = name === 'text.pdf' ? Buffer.from('text') : (await post(server, 'pdfengines/encrypt', encrypt)).body;
    const { status, body } = await post(server, `pdfengines/${route}`, [['files', bytes, name], ...fields]);
    expect(status).toBe(400);
    const fault = name === 'text.pdf' ? 'could not be read' : 'is password-protected';
    expect(body.toString()).toMatch(new RegExp(`^The document '${name}' ${fault}\\. `));
    expect(body.toString()).not.toMatch(/form field|LibreOffice/);
  });

  it('adds the extension to the names of all documents of an archive, and names them in warnings as they are', async () => {
    const named = (parts: Part[]) => post(server, 'libreoffice/convert', parts);
    const many = await named([['files', page('a'), 'a.pdf'], ['files', page('b'), 'b.pdf']]); // biome-ignore format: short
    expect(readZip(many.body).map(({ name }) => name)).toEqual(['a.pdf.pdf', 'b.pdf.pdf']);
    const one = await named([['files', fullPdf(), 'full.pdf'], ['flatten', 'true']]); // biome-ignore format: short
    expect(one.response.headers.get('content-disposition')).toContain('filename="full.pdf"');
    const split = await named([['files', fullPdf(), 'full.pdf'], ['splitMode', 'pages'], ['splitSpan', '1']]); // biome-ignore format: short
    expect(split.response.headers.get('content-disposition')).toContain('filename="full.pdf_0.pdf"');
    expect(split.response.headers.get('docconv-warning')).toContain('"document":"full.pdf"');
  });

  it('states the trace at the root, too', async () => {
    const { headers } = await fetch(server.url, { headers: { 'gotenberg-trace': 'root' } });
    expect(headers.get('gotenberg-trace')).toBe('root');
  });

  it('merges in the order of numbers', async () => {
    const parts: Part[] = ['10_c.pdf', '2_b.pdf', '1_a.pdf'].map(name => ['files', page(name), name]);
    const merged = await post(server, 'pdfengines/merge', [...parts, ['titleBookmarks', 'true']]);
    expect(await pagesOf(merged.body)).toBe(3);
    const read = await post(server, 'pdfengines/bookmarks/read', [['files', merged.body, 'm.pdf']]);
    expect(JSON.parse(read.body.toString())['m.pdf'].map(({ title }: { title: string }) => title)).toEqual([
      '1_a',
      '2_b',
      '10_c',
    ]);

    const split = await post(server, 'pdfengines/split', [
      ['files', merged.body, 'whole.pdf'],
      ['splitMode', 'intervals'],
      ['splitSpan', '2'],
    ]);
    expect(split.response.headers.get('content-type')).toBe('application/zip');
    expect(readZip(split.body).map(({ name }) => name)).toEqual(['whole_0.pdf', 'whole_1.pdf']);
  });

  it.each([
    ['even', ['a_0.pdf', 'a_1.pdf']],
    ['l', ['a_0.pdf']],
    ['-l-2,!1', ['a_0.pdf', 'a_1.pdf']],
  ])('splits by the selection of pages %s', async (span, names) => {
    const parts: Part[] = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'].map(name => ['files', page(name), name]);
    const merged = await post(server, 'pdfengines/merge', parts);
    const fields: Part[] = [['files', merged.body, 'a.pdf'], ['splitMode', 'pages'], ['splitSpan', span]]; // biome-ignore format: short
    const split = await post(server, 'pdfengines/split', fields);
    expect(split.status, split.body.toString('latin1', 0, 300)).toBe(200);
    const isOne = names.length === 1;
    expect(isOne ? names : readZip(split.body).map(({ name }) => name)).toEqual(names);
    const unified = await post(server, 'pdfengines/split', [...fields, ['splitUnify', 'true']]);
    expect(await pagesOf(unified.body)).toBe(names.length);
    const none = await post(server, 'pdfengines/split', [...fields.slice(0, 2), ['splitSpan', '9']]);
    expect([none.status, none.body.toString()]).toEqual([400, "The pages '9' select none of the 5 of 'a.pdf'"]);
  });

  it('answers as text, with the trace, where Gotenberg has a route that docconv lacks', async () => {
    for (const path of ['/debug', '/prometheus/metrics']) {
      const response = await fetch(server.url + path, { headers: { 'gotenberg-trace': 'one' } });
      expect([response.status, await response.text()]).toEqual([404, 'Not Found']);
      expect(response.headers.get('gotenberg-trace')).toBe('one');
    }
    const head = await fetch(server.url, { method: 'HEAD', headers: { 'gotenberg-trace': 'one' } });
    expect([head.status, head.headers.get('gotenberg-trace')]).toEqual([200, 'one']);
  });

  it.each([
    ['GET', '/foo', 404, 'Not Found', null],
    ['POST', '/', 405, 'Method Not Allowed', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 405, 'Method Not Allowed', 'GET, HEAD, OPTIONS'],
    ['PUT', '/version', 405, 'Method Not Allowed', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s as text, with the trace', async (method, path, status, text, allow) => {
    const response = await fetch(server.url + path, { method, headers: { 'gotenberg-trace': 'one' } });
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(response.headers.get('gotenberg-trace')).toBe('one');
    expect(response.headers.get('allow')).toBe(allow);
  });

  it.each([
    ['GET', '/v1/foo', 404],
    ['GET', '/v1/convert', 405],
  ])('answers %s %s as problem+json', async (method, path, status) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('gotenberg-trace')).toBeNull();
  });

  it('keeps paths and line ends out of the names of results', async () => {
    const given = { 'gotenberg-output-filename': '../../etc/pass"wd' };
    const named = await post(server, 'pdfengines/flatten', [['files', page('a'), 'a.pdf']], given);
    expect(named.response.headers.get('content-disposition')).toMatch(/^attachment; filename="pass_wd\.pdf"; /);
    const parts: Part[] = ['../../x.pdf', 'a\r\nset-cookie: b.pdf'].map(name => ['files', page(name), name]);
    const archive = await post(server, 'pdfengines/flatten', parts);
    expect(archive.response.headers.get('set-cookie')).toBeNull();
    const names = readZip(archive.body).map(({ name }) => name);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).not.toMatch(/[/\\\r\n]|\.\./);
  });

  it('writes metadata, and reads dates in the zone that they had', async () => {
    const metadata = JSON.stringify({ Title: 'Sample', CreateDate: '2006-09-18T16:27:50-04:00', Keywords: ['a', 'b'] });
    const written = await post(server, 'pdfengines/metadata/write', [
      ['files', page('a'), 'a.pdf'],
      ['metadata', metadata],
    ]);
    const read = await post(server, 'pdfengines/metadata/read', [['files', written.body, 'a.pdf']]);
    expect(JSON.parse(read.body.toString())['a.pdf']).toMatchObject({
      Title: 'Sample',
      CreateDate: '2006:09:18 16:27:50-04:00',
      Keywords: ['a', 'b'],
    });
  });

  it('makes an invoice of a document, with XML that it does not read', async () => {
    const files: Part[] = [
      ['files', documents.docx().bytes, 'invoice.docx'],
      ['facturxXml', Buffer.from('<any/>'), 'any.xml'],
    ];
    const { status, body } = await post(server, 'libreoffice/convert', [
      ...files,
      ['facturxConformanceLevel', 'BASIC WL'],
    ]);
    expect(status, body.toString('latin1', 0, 300)).toBe(200);
    expect(xmpOf(body)).toContain('<fx:ConformanceLevel>BASIC WL<');
    expect(xmpOf(body)).toContain('factur-x.xml');
    const without = await post(server, 'libreoffice/convert', files);
    expect(without.status).toBe(400);
    expect(without.body.toString()).toContain("'facturxConformanceLevel' is required when 'facturxXml' is provided");
  });

  it.each([
    ['l', 90],
    ['1-,!2', 90],
    ['even', 0],
    ['2-', 0],
  ])('turns the pages %s of a PDF with one', async (rotatePages, turned) => {
    const { status, body } = await post(server, 'pdfengines/rotate', [
      ['files', page('a'), 'a.pdf'],
      ['rotateAngle', '90'],
      ['rotatePages', rotatePages],
    ]);
    expect(status, body.toString('latin1', 0, 300)).toBe(200);
    expect(pageList((await openPdf(body)).latest)?.pages[0]?.dict.get('Rotate') ?? 0).toBe(turned);
  });

  it('has no browser', async () => {
    const { status, body } = await post(server, 'chromium/convert/url', [['url', 'https://example.org']]);
    expect(status).toBe(404);
    expect(body.toString()).toContain('no Chromium');
  });
});

it('asks for an API key, as password or bearer token', async () => {
  const server = await startServer({ gotenberg: 'key' });
  const status = async (authorization?: string) =>
    (await post(server, 'pdfengines/flatten', [['files', page('a'), 'a.pdf']], authorization ? { authorization } : {}))
      .status;
  const basic = (password: string) => `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  expect(await status()).toBe(401);
  expect(await status(basic('wrong'))).toBe(401);
  expect(await status(basic(server.key))).toBe(200);
  expect(await status(`Bearer ${server.key}`)).toBe(200);
  await server.stop();
});

it('is off by default', async () => {
  const server = await startServer();
  expect((await post(server, 'pdfengines/flatten', [['files', page('a'), 'a.pdf']])).status).toBe(404);
  expect((await fetch(`${server.url}/version`)).status).toBe(404);
  await server.stop();
});
