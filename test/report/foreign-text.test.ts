/**
 * Whatever a member of a result says, every report shows it as text. The result may be from a confined process that was taken
 * over: each member, whatever its type, has a hostile text in its place once.
 */
import { expect, it } from 'vitest';
import { type Checked, longReports, type Palette, toJsonLine, toJsonReport, toText } from '../../src/report/index.js';
import { HOSTILE, hostileCases, isPlain } from '../helpers/hostile/texts.js';
import { RESULT } from './filled-result.js';

const { toHtml, toMarkdown } = await longReports();

const same = (text: string) => text;
const palette: Palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };
const settings = { checkedAt: new Date('2025-06-01T12:00:00Z'), version: '1.2.3', identityHint: 'Name a certificate.' };
const text = (checked: Checked, verbose: boolean) =>
  toText(checked, { palette, verbose, columns: 80, identityHint: settings.identityHint });

const REPORTS: Readonly<Record<string, (checked: Checked) => string>> = {
  text: checked => text(checked, false),
  'long text': checked => text(checked, true),
  HTML: checked => toHtml([checked], settings),
  Markdown: checked => toMarkdown([checked], settings),
  JSON: checked => toJsonReport([checked]),
  'a line of JSON': checked => toJsonLine(checked),
};

/** What HOSTILE would be if it were no text. */
const MARKUP: Readonly<Record<string, RegExp>> = { HTML: /<img|="[^">]*alert/, Markdown: /<img|\[x\]\(/ };

/** Without a known verdict there is no report. */
const CASES = hostileCases({ file: 'a.pdf', result: RESULT }, leaf => leaf !== null)
  .filter(({ member }) => member !== 'result.verdict')
  .map(({ member, value }) => ({ member, value: value as unknown as Checked }));

it('has every member', () => {
  expect(CASES.length).toBeGreaterThan(150);
  expect(CASES.map(({ member }) => member)).toContain('result.document.attachments.0.description');
});

/** Empty where a word that is none of a closed list ends the report. */
function shownBy(report: (checked: Checked) => string, value: Checked): string {
  try {
    return report(value);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return '';
  }
}

it('shows nearly all of them', () => {
  const unshown = CASES.filter(({ value }) => shownBy(REPORTS['long text']!, value) === '');
  expect(unshown.map(({ member }) => member)).toEqual(['result.signers.0.qualification.signature']);
});

it.each(Object.entries(REPORTS))('%s shows every member as text', (name, report) => {
  const wrong = CASES.filter(({ value }) => {
    const shown = shownBy(report, value);
    return !isPlain(shown) || MARKUP[name]?.test(shown);
  });
  expect(wrong.map(({ member }) => member)).toEqual([]);
});

it.each([
  ['text', 'result.signers.0.statedReason'],
  ['HTML', 'result.document.attachments.0.name'],
  ['Markdown', 'result.document.invoice.level'],
  ['JSON', 'result.document.changes.0.value.after'],
])('%s shows what %s says', (name, member) => {
  const { value } = CASES.find(one => one.member === member)!;
  expect(REPORTS[name]!(value)).toContain('u202e');
});

it('keeps the values in JSON', () => {
  const { value } = CASES.find(one => one.member === 'result.document.title')!;
  expect(JSON.parse(REPORTS.JSON!(value))[0].document.title).toBe(HOSTILE);
});
