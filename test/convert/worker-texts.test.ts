/** Each text that a worker of conversions may send reaches users as text: each member has a hostile text in its place once. */
import { expect, it } from 'vitest';
import type { Job, JobResult } from '../../src/convert/engine.js';
import { acceptOutcomes } from '../../src/convert/engines/messages.js';
import { DEFAULT_LIMITS } from '../../src/convert/limits.js';
import { acceptDescription, acceptFacts, acceptMerged, acceptOperated } from '../../src/convert/merge/messages.js';
import type { PdfDescription } from '../../src/convert/operation-types.js';
import { WARNINGS, type Warning } from '../../src/convert/warnings.js';
import { problemBody, problemOf } from '../../src/http/problem.js';
import { warningHeaders } from '../../src/http/work/warning-headers.js';
import { ProtocolError } from '../../src/isolation/index.js';
import { type Answer, acceptAnswer, acceptStart, type Failure } from '../../src/isolation/protocol.js';
import { codeMail } from '../../src/mail/index.js';
import { type Filled, HOSTILE, hostileCases, isPlain } from '../helpers/hostile/texts.js';

const sink = () => {};
const job = { request: { limits: DEFAULT_LIMITS, pdf: {} }, receiver: { receive: () => [sink] } } as unknown as Job;
const outcome = (value: object) =>
  acceptOutcomes([job])({ outcomes: [value] }, 'warnings' in value ? [100] : []).message[0];

const OBSERVATIONS = Object.entries(WARNINGS).map(([code, { example }]) => ({ code, detail: example as object }));

it('in every detail of every warning, also in headers', () => {
  const cases = OBSERVATIONS.flatMap(({ code, detail }) =>
    hostileCases(detail).map(({ value }) => ({ code, detail: value })),
  );
  expect(new Set(cases.map(({ code }) => code)).size).toBeGreaterThan(15);
  for (const observation of cases) {
    const { warnings } = outcome({ kind: 'done', format: 'docx', pages: [null], warnings: [observation] }) as JobResult;
    expectWarning(warnings[0]!);
    const operated = acceptOperated(DEFAULT_LIMITS, () => [sink])(
      { pages: [1], warnings: [observation], after: 1 },
      [1],
    );
    expectWarning(operated.message.warnings[0] as Warning);
  }
});

function expectWarning(warning: Warning): void {
  expect(isPlain(JSON.stringify(warning).replaceAll('\\n', '\n')), warning.code).toBe(true);
  expect(warning.message).not.toContain('\n');
  for (const value of Object.values(warningHeaders([warning])).flat()) expect(value).toMatch(/^[ -~]*$/);
}

const failure: Filled<Failure> = { code: 'CORRUPT_DOCUMENT', message: 'A.', detail: { part: 'b' }, cause: 'Error: c' };

it('in every member of a failure, in problem details and in the log', () => {
  const codes = new Set(['CORRUPT_DOCUMENT'] as const);
  const cases = hostileCases(failure).filter(({ member }) => member !== 'code'); // one of a list
  expect(cases.map(({ member }) => member)).toEqual(['message', 'detail.part', 'cause']);
  for (const { value } of cases) {
    const answer = acceptAnswer(codes, () => ({ message: null, sinks: [] }))({ type: 'failure', failure: value }, []);
    const { error } = answer.message as Extract<Answer<null>, { type: 'failure' }>;
    expect(isPlain(JSON.stringify(problemBody(problemOf(error), 'id')))).toBe(true);
    expect(error.message).not.toContain('\n');
    expect(isPlain(`${error.message}\n${(error.cause as Error).message}\n${JSON.stringify(error.detail)}`)).toBe(true);
  }
});

it('in the reason of a worker that does not start', () => {
  const { message } = acceptStart({ type: 'unusable', message: HOSTILE }, []).message as { message: string };
  expect(isPlain(message)).toBe(true);
});

const description: Filled<PdfDescription> = {
  pages: 1,
  version: '1.7',
  encrypted: false,
  signatures: 0,
  metadata: {
    title: 'Title',
    author: 'Author',
    subject: 'Subject',
    keywords: ['word'],
    creator: 'Writer',
    producer: 'LibreOffice',
    created: '2025-05-03T10:22:41Z',
    modified: '2025-05-03T10:22:41Z',
    trapped: 'False',
    copyright: 'Copyright',
    marked: true,
    custom: { Department: 'Sales' },
  },
  bookmarks: [{ title: 'Chapter', page: 1, children: [{ title: 'Section', page: 1, children: [] as never }] as never }],
  features: ['tags'],
  attachments: [{ name: 'a.xml', size: 10, mediaType: 'text/xml', relationship: 'Data', description: 'Invoice' }],
};

it('in every member of the description of a PDF', () => {
  const cases = hostileCases(description).filter(({ member }) => !member.startsWith('features')); // of a list
  expect(cases.length).toBeGreaterThan(15);
  const custom = { ...description, metadata: { ...description.metadata, custom: { [HOSTILE]: 'name' } } };
  for (const { member, value } of [...cases, { member: 'names', value: custom }]) {
    const bytes = Buffer.from(JSON.stringify(value));
    const { message, sinks } = acceptDescription(DEFAULT_LIMITS)({}, [bytes.length]);
    sinks[0]!(bytes);
    expect(isPlain(JSON.stringify(message)), member).toBe(true);
    expect(JSON.stringify(message), member).toContain(member === 'version' ? '<img' : '<img src=x');
  }
});

it.each([
  { metadata: null },
  { metadata: { custom: 'x' } },
  { bookmarks: [null] },
  { attachments: [null] },
  { features: ['<img'] },
])('and refuses the description with %j', wrong => {
  const bytes = Buffer.from(JSON.stringify({ ...description, ...wrong }));
  const [receive] = acceptDescription(DEFAULT_LIMITS)({}, [bytes.length]).sinks;
  expect(() => receive!(bytes)).toThrow(ProtocolError);
});

it('in what a PDF states before it is merged, and in the result of a merge', () => {
  const claims = { part: HOSTILE, conformance: HOSTILE, ua: false };
  const facts = acceptFacts(DEFAULT_LIMITS)(
    { pages: 1, title: HOSTILE, signatures: 0, encrypted: false, lost: [], claims },
    [],
  );
  expect(isPlain(JSON.stringify(facts.message))).toBe(true);
  const missing = { characters: 1, page: 1, which: HOSTILE };
  const answer = { pages: 1, damaged: [], missing, broken: HOSTILE };
  const merged = acceptMerged(DEFAULT_LIMITS, 1, () => sink)(answer, [1]);
  expect(isPlain(JSON.stringify(merged.message))).toBe(true);
});

it('in mails', () => {
  const { html } = codeMail({ email: HOSTILE, code: HOSTILE, expiresIn: 600, server: HOSTILE });
  expect(html).not.toContain('<img');
  expect(html).toContain('&#60;img');
});
