/** Results as one self-contained page: no script, nothing loaded, everything that a document supplied escaped. */
import type { CertificateInfo, DocumentChange, Finding, Signer } from '../signatures/index.js';
import { type Checked, type Outcome, summarize, type Unreadable } from './checked.js';
import { STYLE } from './html-style.js';
import { Html, html } from './markup.js';
import { drawnPages, type SideBySide } from './page-comparison.js';
import {
  commonName,
  findingTone,
  isApplicable,
  kindOf,
  signerRows,
  VERDICT_LOOK,
  type VerdictLook,
  whoSigned,
} from './presentation.js';
import { REASON_WORD, statusPairs, statusReasons } from './qualified.js';
import { certificatePairs, documentPairs, madeBy, OUTCOME_WORD, type Pair, type ReportSettings } from './sections.js';

export function toHtml(outcomes: readonly Outcome[], settings: ReportSettings): string {
  const articles = outcomes.map((outcome, at) =>
    'error' in outcome ? errorArticle(outcome, at) : article(outcome, at, settings),
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(outcomes)}">
<meta name="referrer" content="no-referrer">
<title>${title(outcomes)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><h1>Signature report</h1>${contents(outcomes)}</header>
<main>
${articles}
</main>
<footer>${madeBy(settings)}</footer>
</body>
</html>
`;
  return page.text;
}

/** Images are embedded in the page. */
function policy(outcomes: readonly Outcome[]): Html {
  const isDrawn = outcomes.some(outcome => 'result' in outcome && outcome.drawings?.some(drawing => drawing !== null));
  return new Html(`default-src 'none'; style-src 'unsafe-inline'${isDrawn ? '; img-src data:' : ''}`);
}

function title(outcomes: readonly Outcome[]): string {
  const [only] = outcomes;
  return outcomes.length === 1 && only ? `${only.file}: ${lookOf(only).headline}` : summarize(outcomes);
}

const UNREADABLE: VerdictLook = { headline: 'Unreadable', mark: '!', tone: 'bad' };

const lookOf = (outcome: Outcome): VerdictLook =>
  'error' in outcome ? UNREADABLE : VERDICT_LOOK[outcome.result.verdict];

function contents(outcomes: readonly Outcome[]): Html | null {
  if (outcomes.length < 2) return null;
  const items = outcomes.map((outcome, at) => {
    const { tone, mark, headline } = lookOf(outcome);
    return html`<li><span class="${tone}">${mark} ${headline}</span> <a href="#file-${at + 1}">${outcome.file}</a></li>`;
  });
  return html`<nav aria-label="Files"><p>${summarize(outcomes)}</p><ul class="contents">${items}</ul></nav>`;
}

function article({ file, result, drawings }: Checked, at: number, settings: ReportSettings): Html {
  const hint = result.verdict === 'intact' ? settings.identityHint : null;
  return html`<article id="file-${at + 1}">
<h2>${file}</h2>
${banner(VERDICT_LOOK[result.verdict], result.reason, hint)}
${result.signers.map((signer, i) => signerSection(signer, drawings?.[i] ?? null))}
${changesSection(result.document.changes)}
<section class="card"><h3>Document</h3>${pairList(documentPairs(result.document))}</section>
</article>`;
}

function errorArticle({ file, error }: Unreadable, at: number): Html {
  return html`<article id="file-${at + 1}"><h2>${file}</h2>${banner(UNREADABLE, error.message)}</article>`;
}

function banner({ headline, mark, tone }: VerdictLook, reason: string, hint: string | null = null): Html {
  return html`<div class="verdict ${tone}"><span class="mark" aria-hidden="true"><span>${mark}</span></span>
<div><strong>${headline}</strong><p>${reason}</p>${hint && html`<p>${hint}</p>`}</div></div>`;
}

function signerSection(signer: Signer, drawing: SideBySide | null): Html {
  const rows = signerRows(signer).map(
    ({ label, text, tone }) => html`<dt>${label}</dt><dd class="${tone}">${text}</dd>`,
  );
  const indication = [signer.indication, signer.subIndication].filter(Boolean).join(' / ');
  return html`<section class="card"><h3>${whoSigned(signer)}</h3>
<p class="kind">${kindOf(signer)} in the field ${signer.field}, revision ${signer.revision} · <span class="mono">${indication}</span></p>
<dl>${rows}</dl>
${drawing && drawnPages(drawing, signer)}
${statusPart(signer)}
${chainList(signer.chain)}
${findingLists(signer)}
</section>`;
}

function statusPart(signer: Signer): Html | null {
  const pairs = statusPairs(signer);
  if (pairs.length === 0) return null;
  const rows = statusReasons(signer).map(
    ({ level, code, message }) =>
      html`<tr><td class="${level === 'fail' ? 'unsure' : ''}">${REASON_WORD[level]}</td><td>${message} <span class="mono">${code}</span></td></tr>`,
  );
  const head = html`<thead><tr><th scope="col">Effect</th><th scope="col">Reason</th></tr></thead>`;
  return html`<h4>Qualified status</h4>${pairList(pairs)}${rows.length > 0 ? html`<table>${head}<tbody>${rows}</tbody></table>` : null}`;
}

function chainList(chain: readonly CertificateInfo[]): Html | null {
  if (chain.length === 0) return null;
  const items = chain.map(
    certificate =>
      html`<li><strong>${commonName(certificate.subject)}</strong>${pairList(certificatePairs(certificate))}</li>`,
  );
  return html`<h4>Certificates</h4><ol class="chain">${items}</ol>`;
}

function findingLists(signer: Signer): Html {
  const findings = signer.findings.filter(isApplicable).sort((a, b) => weight(a) - weight(b));
  const rows = findings
    .filter(({ outcome }) => outcome !== 'pass')
    .map(finding => {
      const { outcome, rule, message } = finding;
      return html`<tr><td class="${findingTone(finding, signer)}">${OUTCOME_WORD[outcome]}</td><td>${message} <span class="mono">${rule}</span></td></tr>`;
    });
  const passed = findings.filter(({ outcome }) => outcome === 'pass').map(({ message }) => html`<li>${message}</li>`);
  const head = html`<thead><tr><th scope="col">Outcome</th><th scope="col">Finding</th></tr></thead>`;
  return html`${rows.length > 0 ? html`<h4>Findings</h4><table>${head}<tbody>${rows}</tbody></table>` : null}
${passed.length > 0 ? html`<h4>Passed</h4><ul class="passed">${passed}</ul>` : null}`;
}

/** Failed rules come first. */
const weight = ({ outcome }: Finding): number => (outcome === 'fail' ? 0 : 1);

function changesSection(changes: readonly DocumentChange[]): Html | null {
  if (changes.length === 0) return null;
  const rows = changes.map(
    ({ afterField, class: kind, allowed, message }) => html`<tr>
<td class="${allowed ? 'good' : 'bad'}">${kind}, ${allowed ? 'allowed' : 'not allowed'}</td>
<td>${message} <span class="mono">after ${afterField}</span></td></tr>`,
  );
  return html`<section class="card"><h3>Changes after signing</h3><table><thead><tr><th scope="col">Kind</th><th scope="col">Change</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

const HEXADECIMAL = new Set(['SHA-256', 'Serial']);

function pairList(pairs: readonly Pair[]): Html {
  const items = pairs.map(([label, text]) => {
    const look = HEXADECIMAL.has(label) ? 'mono' : '';
    return html`<dt>${label}</dt><dd class="${look}">${text}</dd>`;
  });
  return html`<dl>${items}</dl>`;
}
