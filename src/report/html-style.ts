/** The style sheet of the HTML report: light or dark by the reader's setting, always light in print. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --card: #f7f8fa; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4;
  --good: #116329; --good-bg: #e6f4ea; --bad: #a40e26; --bad-bg: #fdeaec; --unsure: #7d4e00; --unsure-bg: #fff4d6;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #0f1318; --card: #171c23; --ink: #e6edf3; --soft: #9aa5b1; --line: #2d353f;
  --good: #5ed47f; --good-bg: #12291a; --bad: #ff8b94; --bad-bg: #33161a; --unsure: #f0c05a; --unsure-bg: #2e2410;
} }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 2.5rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
h1 { font-size: 1.05rem; font-weight: 600; color: var(--soft); margin: 0 0 1.5rem; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h3 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.5rem 0 .5rem; }
p { margin: 0; }
article + article { margin-top: 3.5rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }
.verdict { display: flex; gap: .9rem; align-items: flex-start; padding: 1rem 1.15rem; border-radius: .6rem; margin-bottom: 1.5rem; }
.verdict strong { display: block; font-size: 1.15rem; line-height: 1.4; }
.verdict p { color: var(--ink); }
.mark { flex: none; width: 1.7rem; height: 1.7rem; border-radius: 50%; display: grid; place-items: center;
  font-weight: 700; line-height: 1; background: currentColor; }
.mark span { color: var(--paper); }
.good { color: var(--good); } .bad { color: var(--bad); } .unsure { color: var(--unsure); }
.verdict.good { background: var(--good-bg); } .verdict.bad { background: var(--bad-bg); } .verdict.unsure { background: var(--unsure-bg); }
.card { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: 1.15rem 1.25rem; margin-bottom: 1.25rem; }
h3 + dl, h3 + table { margin-top: .8rem; }
.kind { color: var(--soft); font-size: .9rem; margin-bottom: .9rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 7.5rem 1fr; gap: .3rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
ol.chain { list-style: none; margin: 0; padding: 0; }
ol.chain li { border-left: 2px solid var(--line); padding: 0 0 1rem 1.1rem; position: relative; }
ol.chain li:last-child { padding-bottom: 0; }
ol.chain li::before { content: ""; position: absolute; left: -.36rem; top: .42rem; width: .6rem; height: .6rem; border-radius: 50%; background: var(--soft); }
ol.chain strong { display: block; overflow-wrap: anywhere; }
ol.chain dl { font-size: .85rem; gap: .1rem 1rem; grid-template-columns: 5rem 1fr; }
.mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .85em; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td:first-child { white-space: nowrap; width: 7.5rem; }
td:last-child { padding-right: 0; overflow-wrap: anywhere; }
td .mono { color: var(--soft); margin-left: .5em; }
ul.passed { columns: 20rem 2; column-gap: 2rem; margin: 0; padding: 0; list-style: none; font-size: .85rem; color: var(--soft); }
ul.passed li { padding-left: 1.3em; text-indent: -1.3em; break-inside: avoid; margin-bottom: .2rem; }
ul.passed li::before { content: "✓"; display: inline-block; width: 1.3em; text-indent: 0; color: var(--good); }
.sides { margin: 0 0 1.5rem; --frame: #cf222e; --tint: rgb(207 34 46 / .08); }
.sides.allowed { --frame: #0969da; --tint: rgb(9 105 218 / .08); }
.sides ul { margin: .15rem 0 0; padding: 0; list-style: none; font-size: .9rem; }
.sides figcaption { margin-bottom: .6rem; overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; align-items: start; }
.pair p { color: var(--soft); font-size: .8rem; margin-bottom: .25rem; }
.picture { position: relative; background: #fff; outline: 1px solid var(--line); }
.picture img { display: block; width: 100%; height: auto; }
.frame { position: absolute; outline: 2px solid var(--frame); outline-offset: 2px; border-radius: 1px; background: var(--tint); }
.absent { display: grid; place-items: center; min-height: 6rem; max-height: 34rem; padding: 1rem; text-align: center;
  border: 1px dashed var(--soft); color: var(--soft); }
.note { color: var(--soft); font-size: .9rem; }
.contents { list-style: none; padding: 0; margin: 0 0 2.5rem; }
.contents a { color: inherit; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 34rem) { dl, ol.chain dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb;
    --good: #0b4f1f; --good-bg: #fff; --bad: #8a0a1d; --bad-bg: #fff; --unsure: #6b4300; --unsure-bg: #fff; }
  @page { margin: 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .verdict { border: 1.5pt solid currentColor; }
  .verdict, dl, tr, ol.chain li, .sides { break-inside: avoid; }
  .frame { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, h4 { break-after: avoid; }
  article + article { break-before: page; border: 0; margin: 0; padding: 0; }
  .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
