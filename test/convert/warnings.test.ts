/** Warnings, from the worker to the messages that users see. */
import { describe, expect, it } from 'vitest';
import type { Job, JobResult } from '../../src/convert/engine.js';
import { acceptOutcomes } from '../../src/convert/engines/messages.js';
import { DEFAULT_LIMITS } from '../../src/convert/limits.js';
import { asWarning, MAX_WARNINGS, requireNoWarnings, Warnings } from '../../src/convert/warnings.js';
import { warningHeaders } from '../../src/http/work/warning-headers.js';
import { ProtocolError } from '../../src/isolation/index.js';
import { readWarnings } from '../../src/remote/warnings.js';

describe('the warnings of one document', () => {
  it('have each only once', () => {
    const warnings = new Warnings();
    for (let i = 0; i < 3; i++) warnings.add('changes_printed', { deletions: 1 });
    expect(warnings.list()).toHaveLength(1);
  });

  it('end with the number of those that are left out', () => {
    const warnings = new Warnings();
    for (let i = 0; i < MAX_WARNINGS + 5; i++) warnings.add('changes_printed', { deletions: i });
    expect(warnings.list()).toHaveLength(MAX_WARNINGS);
    expect(warnings.list().at(-1)).toEqual({ code: 'warnings_omitted', detail: { omitted: 6 } });
  });
});

describe('the answer of a worker', () => {
  const receiver = { receive: () => [() => {}] };
  const job = { request: { limits: DEFAULT_LIMITS, pdf: {} }, receiver } as unknown as Job;
  const accept = (warnings: unknown) => {
    const outcomes = [{ kind: 'done', format: 'docx', pages: [null], warnings }];
    return acceptOutcomes([job])({ outcomes }, [100]).message[0];
  };

  it('gets its messages from the table', () => {
    const detail = { part: 'word/vbaProject.bin' };
    expect(accept([{ code: 'macros_ignored', detail }])).toMatchObject({
      warnings: [{ code: 'macros_ignored', detail, message: expect.stringContaining('(word/vbaProject.bin)') }],
    });
  });

  it('cannot bring control characters or long texts', () => {
    const part = `\u001b[2J\n\u202e${'x'.repeat(5000)}`;
    const [warning] = (accept([{ code: 'macros_ignored', detail: { part } }]) as JobResult).warnings;
    expect(warning!.message).toMatch(/^[ -~]{1,700}$/);
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['more than the most', Array(MAX_WARNINGS + 1).fill({ code: 'changes_printed', detail: { deletions: 1 } })],
    ['an unknown code', [{ code: 'hello', detail: {} }]],
    ['the name of a property that every object has', [{ code: 'constructor', detail: {} }]],
    ['a message', [{ code: 'changes_printed', detail: { deletions: 1 }, message: 'Call 0800' }]],
    ['another detail', [{ code: 'changes_printed', detail: { deletions: 1, more: 1 } }]],
    ['a detail of another type', [{ code: 'changes_printed', detail: { deletions: 'many' } }]],
    ['no detail', [{ code: 'changes_printed', detail: null }]],
  ])('is refused with %s', (_, warnings) => {
    expect(() => accept(warnings)).toThrow(ProtocolError);
  });
});

describe('strict', () => {
  const deletions = asWarning({ code: 'changes_printed', detail: { deletions: 2 } });
  const macros = asWarning({ code: 'macros_ignored', detail: { part: 'vbaProject.bin' } });

  it('permits notes', () => requireNoWarnings([macros]));

  it('refuses warnings, and names them', () => {
    const message = expect.stringMatching(/^1 warning with --strict\. .*2 deletions/);
    const detail = { warnings: 1, codes: 'changes_printed' };
    expect(() => requireNoWarnings([macros, deletions])).toThrow(
      expect.objectContaining({ code: 'HAS_WARNINGS', message, detail }),
    );
  });
});

describe('headers', () => {
  const warning = asWarning({ code: 'macros_ignored', detail: { part: 'Größe, "1"\u{1f600}' } });

  it('carry warnings in ASCII, as one list or as several values', () => {
    const headers = warningHeaders([warning, warning]);
    expect(headers['docconv-warnings']).toBe('2');
    const values = headers['docconv-warning'] as string[];
    expect(values.join('')).toMatch(/^[ -~]+$/);
    expect(readWarnings(values)).toEqual([warning, warning]);
    expect(readWarnings(values.join(', '))).toEqual([warning, warning]);
  });

  it('have a limit', () => {
    const many = Array.from({ length: 40 }, () =>
      asWarning({ code: 'macros_ignored', detail: { part: 'é'.repeat(100) } }),
    );
    const { 'docconv-warnings': count, 'docconv-warning': values } = warningHeaders(many);
    expect(count).toBe('40');
    expect([values].flat().join('').length).toBeLessThan(6001);
    expect([values].flat().length).toBeGreaterThan(1);
  });

  it.each(['', 'percent%20encoded', '{"code":1}', '[]', 'null'])('of other servers are read: %s', value => {
    expect(readWarnings(value)).toEqual([]);
  });
});
