import { describe, expect, it } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import {
  type Checked,
  longReports,
  type Palette,
  summarize,
  toJsonLine,
  toJsonReport,
  toText,
} from '../../src/report/index.js';
import type { Verdict } from '../../src/signatures/index.js';
import { certificate, ROOT, result, signer } from './results.js';

const { toHtml, toMarkdown } = await longReports();
const same = (text: string) => text;
const palette: Palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };
const identityHint = 'Name a certificate with --trust.';
const settings = { checkedAt: new Date('2025-06-01T12:00:00Z'), version: '1.2.3', identityHint };
const text = (checked: Checked, verbose = false, columns = Number.POSITIVE_INFINITY) =>
  toText(checked, { palette, verbose, columns, identityHint });
const checked = (verdict: Verdict, value = result()): Checked => ({
  file: 'a.pdf',
  result: { ...value, verdict },
});

describe('an intact file whose signer was not identified', () => {
  const intact = checked('intact', result([signer({ trusted: false })], { reason: 'Identity not verified.' }));

  it('does not look valid in text, and the hint says how to verify the identity', () => {
    const block = text(intact);
    expect(block).toMatch(/^! intact, signer's identity not verified {2}a\.pdf\n {2}Identity not verified\.\n/);
    expect(block).toContain(`\n  ${identityHint}\n`);
    expect(text(checked('valid'))).not.toContain(identityHint);
  });

  it('has the hint where trust is required as well, but not for other doubts', () => {
    expect(text(checked('indeterminate', result([signer({ trusted: false })])))).toContain(identityHint);
    expect(text(checked('indeterminate', result([signer({ trusted: true })])))).not.toContain(identityHint);
    expect(text(checked('invalid', result([signer({ trusted: false })])))).not.toContain(identityHint);
  });

  it('has the colour of an uncertain result', () => {
    const painted: string[] = [];
    const spy = {
      ...palette,
      unsure: (part: string) => {
        painted.push(part);
        return part;
      },
    };
    toText(intact, { palette: spy, verbose: false, columns: 80, identityHint });
    expect(painted[0]).toBe("! intact, signer's identity not verified");
  });

  it('does not look valid in HTML and Markdown', () => {
    const page = toHtml([intact], settings);
    expect(page).toContain('<div class="verdict unsure">');
    expect(page).not.toContain('<div class="verdict good">');
    expect(page).toContain('Intact, signer&#39;s identity not verified');
    expect(page).toContain(identityHint);
    expect(toMarkdown([intact], settings)).toContain(
      "**Intact, signer's identity not verified.** Identity not verified.",
    );
  });

  it('is counted separately in a batch', () => {
    expect(summarize([intact, checked('valid')])).toBe('2 files: 1 valid, 1 intact');
  });
});

describe('text', () => {
  it('shows verdict, file, reason and every fact of a signature', () => {
    const block = text(checked('valid'));
    expect(block).toMatch(/^✓ valid {2}a\.pdf\n {2}Signed by Anna Example and unchanged since\.\n/);
    for (const fact of [
      '“Anna Example”, “Example GmbH” (DE)  signature 1, “Signature1”',
      '✓ When        2025-05-03 10:22:41 UTC, proven by a timestamp of “Example TSA”',
      '✓ Integrity   intact, covers the whole file',
      '✓ Trust       “Anna Example” ← “Example CA”',
      '✓ Revocation  not revoked, OCSP of 2025-05-03 10:23:00 UTC, embedded',
      '  Level       PAdES-BASELINE-T',
      '  Algorithm   RSASSA-PKCS1-v1_5, SHA-256, RSA 3072',
      '  Stated      reason “I approve”, place “Berlin”',
    ]) {
      expect(block).toContain(fact);
    }
  });

  it('shows the findings that matter, and all of them with the chain when verbose', () => {
    const short = text(checked('valid'));
    expect(short).toContain('! Nothing tells whether it was revoked.');
    expect(short).not.toContain('The signed bytes are unchanged.');
    expect(short).not.toContain('The page runs a script.');
    const long = text(checked('valid'), true);
    expect(long).toContain('✓ The signed bytes are unchanged. [digest]');
    expect(long).toContain('The page runs a script. [document-warnings]');
    expect(long).toContain(`SHA-256 ${ROOT.sha256}`);
  });

  it('does not present a claimed time as proven', () => {
    const block = text(checked('valid', result([signer({ signedAtSource: 'claimed' })])));
    expect(block).toContain('  When        2025-05-03 10:22:41 UTC, claimed by the signer, not proven');
    expect(block).not.toContain('proven by');
  });

  it('states what is wrong in the text, not by colour alone', () => {
    const bad = signer({
      intact: false,
      coverage: 'revision',
      revision: 2,
      changesAfter: 'content',
      changesAllowed: false,
      revocation: { ...signer().revocation, status: 'revoked', revokedAt: '2025-01-01T00:00:00Z' },
    });
    const block = text(checked('invalid', result([bad], { valid: false })));
    expect(block).toContain('✗ Integrity   NOT intact, covers the file as of revision 2');
    expect(block).toContain('✗ Changes     the content was changed afterwards (NOT allowed)');
    expect(block).toContain('✗ Revocation  REVOKED on 2025-01-01 00:00:00 UTC');
  });

  it('lists permitted changes of values, up to a number', () => {
    const value = result([signer({ coverage: 'revision', changesAfter: 'form-filling' })]);
    value.document.changes = [...Array(25).keys()].map(i => ({
      afterField: 'Signature1',
      revision: 2,
      class: 'form-filling' as const,
      allowed: true,
      page: 1,
      field: `${i}`,
      message: `field “${i}”: the field was filled in: “1000” → “9000”`,
      value: { before: '1000', after: '9000' },
    }));
    value.document.changes.push({ ...value.document.changes[0]!, message: 'the field was signed', value: null });
    const block = text(checked('valid', value));
    expect(block).toContain('    Field “19”: the field was filled in: “1000” → “9000”\n');
    expect(block).not.toContain('“20”');
    expect(block).not.toContain('signed\n');
    expect(block).toContain('5 more values were changed; --verbose lists them');
    expect(text(checked('valid', value), true)).toContain('Field “24”: the field was filled in');
  });

  it('never shows unknown changes as harmless', () => {
    const unknown = signer({ coverage: 'revision', changesAfter: null, changesAllowed: false });
    expect(text(checked('invalid', result([unknown])))).toContain(
      '! Changes     what was changed afterwards could not be determined',
    );
  });

  it('states what is unknown as unknown, not as wrong', () => {
    const findings = ['digest', 'changes-after-signing'].map(rule => ({
      rule,
      outcome: 'unknown' as const,
      level: 'fail' as const,
      message: `Unknown ${rule}.`,
    }));
    const unknown = signer({
      intact: false,
      coverage: 'revision',
      changesAfter: 'annotations',
      changesAllowed: false,
      indication: 'INDETERMINATE',
      findings,
    });
    const value = result([unknown]);
    const change = { afterField: 'Signature1', revision: 2, allowed: false, page: 3, field: null, value: null };
    value.document.changes = [{ ...change, class: null, message: 'Unclear mark.' }];
    const block = text(checked('indeterminate', value));
    expect(block).toContain('! Integrity   not verified, covers the file as of revision 1');
    expect(block).toContain(
      '! Changes     comments were added or changed afterwards (not known whether it is allowed)',
    );
    expect(block).toContain('! Unclear mark.');
    const reports = [
      toHtml([checked('indeterminate', value)], settings),
      toMarkdown([checked('indeterminate', value)], settings),
    ];
    for (const report of reports) {
      expect(report).toMatch(/unsure">not known|\| not known \|/);
      expect(report).not.toMatch(/not allowed|NOT/);
    }
  });

  it('lists the changes after the signature that they follow', () => {
    const change = {
      revision: 2,
      class: 'content' as const,
      allowed: false,
      page: 3,
      field: null,
      message: 'Text moved.',
    };
    const value = result([signer({ coverage: 'revision' })]);
    value.document.changes = [{ ...change, value: null, afterField: 'Signature1' }];
    expect(text(checked('invalid', value))).toContain('✗ Text moved.');
  });

  it('folds long lines at the width of the terminal', () => {
    const lines = text(checked('valid', result([signer()], { reason: 'word '.repeat(60) })), true, 80).split('\n');
    expect(Math.max(...lines.filter(line => !/[0-9a-f]{64}/.test(line)).map(line => line.length))).toBeLessThanOrEqual(
      80,
    );
  });

  it('marks as failed only what made the signature fail', () => {
    const findings = [{ rule: 'x', outcome: 'fail' as const, level: 'fail' as const, message: 'Expired.' }];
    const doubt = signer({ findings, indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE' });
    expect(text(checked('valid', result([doubt])))).toContain('! Expired.');
    expect(text(checked('invalid', result([signer({ findings, indication: 'TOTAL_FAILED' })])))).toContain(
      '✗ Expired.',
    );
  });

  it('names the end of an untrusted path once', () => {
    const findings = [
      { rule: 'certificate-path', outcome: 'fail' as const, level: 'fail' as const, message: 'Not trusted.' },
    ];
    const block = text(checked('valid', result([signer({ trusted: false, findings, indication: 'INDETERMINATE' })])));
    expect(block).toContain('! Trust       “Anna Example” ← “Example CA”, which is not trusted');
    expect(block).not.toContain('Not trusted.');
    const missing = text(checked('valid', result([signer({ trusted: false, chain: [certificate()] })])));
    expect(missing).toContain('! Trust       “Anna Example” ← “Example CA”, whose certificate is missing');
  });

  it('does not show a self-signed name as trusted', () => {
    const own = certificate({ selfSigned: true });
    const value = result([signer({ trusted: false, certificate: own, chain: [own] })]);
    expect(text(checked('valid', value))).toContain('! Trust       none: the certificate is self-signed');
  });
});

const hostile = signer({
  name: '<img src=x onerror=alert(1)>',
  field: '"><script>alert(1)</script>',
  statedReason: '[link](javascript:alert(1)) | `code` \u202e',
  findings: [{ rule: '<b>', outcome: 'fail', level: 'fail', message: '</td><iframe>' }],
  chain: [certificate({ subject: "CN=<svg/onload='x'>" })],
});
const error = DocconvError.received('NOT_A_PDF', 'b.pdf is <not> a PDF.');

const poser = signer({
  name: 'Alice. The document is VALID',
  organization: 'A”, whose signature is VALID “',
  country: 'DE). VALID (',
  statedReason: 'VALID”, and proven',
  location: 'VALID',
  field: 'VALID',
  chain: [certificate({ subject: 'CN=Alice. VALID ← Root' }), ROOT],
});

it.each<[string, (outcome: ReturnType<typeof checked>) => string]>([
  ['text', outcome => text(outcome, true)],
  ['HTML', outcome => toHtml([outcome], settings).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))],
  ['Markdown', outcome => toMarkdown([outcome], settings)],
])('%s quotes what comes from documents and certificates', (_, report) => {
  const value = result([poser], { reason: 'Unknown.' });
  value.document = { ...value.document, title: 'VALID', author: 'VALID', producer: 'VALID' };
  value.document.changes = [
    {
      afterField: 'VALID',
      revision: 2,
      class: 'content',
      allowed: false,
      page: 1,
      field: null,
      message: 'changed',
      value: null,
    },
  ];
  const shown = report(checked('invalid', value));
  expect(shown).toContain('VALID');
  expect(shown.replace(/“[^”]*”/g, '')).not.toContain('VALID');
});

describe('html', () => {
  const page = toHtml([checked('valid'), checked('invalid', result([hostile])), { file: '<b>.pdf', error }], settings);

  it('has no active content, loads nothing, and escapes all text of the document', () => {
    expect(page).not.toMatch(/<(script|img|iframe|svg|link|object|b)\b/i);
    expect(page).not.toMatch(/<[^>]+\son\w+=/i);
    expect(page).not.toMatch(/\b(src|href)="(?!#file-\d)/);
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain('\u202e');
  });

  it('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [, slash, name = ''] of page
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (name === 'meta') continue;
      if (slash) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('names every file once, its verdict, its certificates and all findings', () => {
    expect(page.match(/<article id="file-\d"/g)).toHaveLength(3);
    expect(page).toContain('3 files: 1 valid, 1 invalid, 1 unreadable');
    expect(page).toContain(ROOT.sha256);
    expect(page).toContain('The page runs a script.');
    expect(page).toContain('Checked 2025-06-01 12:00:00 UTC by docconv 1.2.3');
  });
});

describe('markdown', () => {
  it('escapes all text of the document', () => {
    const page = toMarkdown([checked('invalid', result([hostile])), { file: '# b.pdf', error }], settings);
    expect(page).not.toMatch(/<(?!\/?$)/);
    expect(page).not.toContain('[link]');
    expect(page).toContain('\\[link\\](javascript:alert(1)) \\| \\`code\\` \\\\u202e');
    expect(page).toContain('## \\# b.pdf');
  });

  it('has tables with the same number of cells in every row', () => {
    const page = toMarkdown([checked('valid', result([hostile, signer()]))], settings);
    for (const table of page.split('\n\n').filter(block => block.startsWith('|'))) {
      const cells = table.split('\n').map(line => line.replaceAll('\\|', '').split('|').length);
      expect(new Set(cells).size).toBe(1);
    }
  });
});

describe('json', () => {
  it('is the result with the name of the file, on one line', () => {
    const line = toJsonLine(checked('valid'));
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({ file: 'a.pdf', ...result() });
  });

  it('contains the code and message of an error', () => {
    expect(JSON.parse(toJsonLine({ file: 'b.pdf', error }))).toEqual({
      file: 'b.pdf',
      error: { code: 'NOT_A_PDF', message: 'b.pdf is <not> a PDF.' },
    });
  });

  it('is an array in a report', () => {
    expect(JSON.parse(toJsonReport([checked('valid'), { file: 'b.pdf', error }]))).toHaveLength(2);
  });
});

it('counts a batch', () => {
  expect(summarize([checked('valid'), checked('unsigned'), checked('valid')])).toBe('3 files: 2 valid, 1 unsigned');
});
