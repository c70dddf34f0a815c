/** Results as one self-contained page: no script, nothing loaded, everything that a document supplied escaped. */
import { type MessageId, message, quoted } from '../messages/index.js';
import type { CertificateInfo, DocumentChange, Finding, Signer } from '../signatures/result.js';
import { type Checked, type Outcome, summarize, type Unreadable, verdictOf } from './checked.js';
import { STYLE } from './html-style.js';
import { Html, html } from './markup.js';
import { drawnPages, type SideBySide } from './page-comparison.js';
import {
  commonName,
  findingTone,
  isApplicable,
  kindOf,
  ratingOf,
  signerRows,
  VERDICT_LOOK,
  whoSigned,
} from './presentation.js';
import { statusPairs, statusReasons } from './qualified.js';
import {
  certificatePairs,
  changeClass,
  documentPairs,
  hintFor,
  indicationOf,
  isHexadecimal,
  madeBy,
  type Pair,
  type ReportSettings,
} from './sections.js';

export function toHtml(outcomes: readonly Outcome[], settings: ReportSettings): string {
  const articles = outcomes.map((outcome, at) =>
    'error' in outcome ? errorArticle(outcome, at) : article(outcome, at, settings),
  );
  const page = html`<!doctype html>
<html lang="${message('language')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(outcomes)}">
<meta name="referrer" content="no-referrer">
<title>${title(outcomes)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><h1>${message('report.title')}</h1>${contents(outcomes)}</header>
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
  return outcomes.length === 1 && only ? `${only.file}: ${headlineOf(only)}` : summarize(outcomes);
}

const headlineOf = (outcome: Outcome): string => message(`headline.${verdictOf(outcome)}`);

function contents(outcomes: readonly Outcome[]): Html | null {
  if (outcomes.length < 2) return null;
  const items = outcomes.map((outcome, at) => {
    const { tone, mark } = VERDICT_LOOK[verdictOf(outcome)];
    return html`<li><span class="${tone}">${mark} ${headlineOf(outcome)}</span> <a href="#file-${at + 1}">${outcome.file}</a></li>`;
  });
  return html`<nav aria-label="${message('report.files')}"><p>${summarize(outcomes)}</p><ul class="contents">${items}</ul></nav>`;
}

function article(outcome: Checked, at: number, settings: ReportSettings): Html {
  const { file, result, drawings } = outcome;
  const hint = hintFor(result, settings.identityHint);
  return html`<article id="file-${at + 1}">
<h2>${file}</h2>
${banner(outcome, result.reason, hint)}
${result.signers.map((signer, i) => signerSection(signer, drawings?.[i] ?? null))}
${changesSection(result.document.changes)}
<section class="card"><h3>${message('document.heading')}</h3>${pairList(documentPairs(result.document))}</section>
</article>`;
}

function errorArticle(outcome: Unreadable, at: number): Html {
  const { file, error } = outcome;
  return html`<article id="file-${at + 1}"><h2>${file}</h2>${banner(outcome, error.message)}</article>`;
}

function banner(outcome: Outcome, reason: string, hint: string | null = null): Html {
  const { mark, tone } = VERDICT_LOOK[verdictOf(outcome)];
  return html`<div class="verdict ${tone}"><span class="mark" aria-hidden="true"><span>${mark}</span></span>
<div><strong>${headlineOf(outcome)}</strong><p>${reason}</p>${hint && html`<p>${hint}</p>`}</div></div>`;
}

function signerSection(signer: Signer, drawing: SideBySide | null): Html {
  const rows = signerRows(signer).map(
    ({ label, text, tone }) => html`<dt>${label}</dt><dd class="${tone}">${text}</dd>`,
  );
  const place = message('signer.in-revision', { kind: kindOf(signer), field: signer.field, revision: signer.revision });
  return html`<section class="card"><h3>${whoSigned(signer)}</h3>
<p class="kind">${place} · <span class="mono">${indicationOf(signer)}</span></p>
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
    ({ level, code, message: text }) =>
      html`<tr><td class="${level === 'fail' ? 'unsure' : ''}">${message(`effect.${level}`)}</td><td>${text} <span class="mono">${code}</span></td></tr>`,
  );
  const reasons = rows.length > 0 ? table(['column.effect', 'column.reason'], rows) : null;
  return html`<h4>${message('status-row.title')}</h4>${pairList(pairs)}${reasons}`;
}

function table(columns: readonly Extract<MessageId, `column.${string}`>[], rows: readonly Html[]): Html {
  const head = columns.map(id => html`<th scope="col">${message(id)}</th>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

function chainList(chain: readonly CertificateInfo[]): Html | null {
  if (chain.length === 0) return null;
  const items = chain.map(
    certificate =>
      html`<li><strong>${quoted(commonName(certificate.subject))}</strong>${pairList(certificatePairs(certificate))}</li>`,
  );
  return html`<h4>${message('certificate.heading')}</h4><ol class="chain">${items}</ol>`;
}

function findingLists(signer: Signer): Html {
  const findings = signer.findings.filter(isApplicable).sort((a, b) => weight(a) - weight(b));
  const rows = findings
    .filter(({ outcome }) => outcome !== 'pass')
    .map(finding => {
      const { outcome, rule, message: text } = finding;
      return html`<tr><td class="${findingTone(finding, signer)}">${message(`outcome.${outcome}`)}</td><td>${text} <span class="mono">${rule}</span></td></tr>`;
    });
  const passed = findings.filter(({ outcome }) => outcome === 'pass').map(finding => html`<li>${finding.message}</li>`);
  const found = table(['column.outcome', 'column.finding'], rows);
  return html`${rows.length > 0 ? html`<h4>${message('report.findings')}</h4>${found}` : null}
${passed.length > 0 ? html`<h4>${message('report.passed')}</h4><ul class="passed">${passed}</ul>` : null}`;
}

/** Failed rules come first. */
const weight = ({ outcome }: Finding): number => (outcome === 'fail' ? 0 : 1);

function changesSection(changes: readonly DocumentChange[]): Html | null {
  if (changes.length === 0) return null;
  const rows = changes.map(
    change => html`<tr>
<td class="${ratingOf(change).tone}">${changeClass(change)}</td>
<td>${change.message} <span class="mono">${message('change.after', { field: change.afterField })}</span></td></tr>`,
  );
  const heading = html`<h3>${message('report.changes')}</h3>`;
  return html`<section class="card">${heading}${table(['column.kind', 'column.change'], rows)}</section>`;
}

function pairList(pairs: readonly Pair[]): Html {
  const items = pairs.map(pair => {
    const [label, text] = pair;
    return html`<dt>${label}</dt><dd class="${isHexadecimal(pair) ? 'mono' : ''}">${text}</dd>`;
  });
  return html`<dl>${items}</dl>`;
}
