/** Content that a document hides: it is not in the PDF, or a warning says that it is. */
import { expect, it } from 'vitest';
import { slideWith, wordWith } from '../../../helpers/documents/with.js';
import { wordOf2013 } from '../../../helpers/documents/word/word-2013.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { sharedConverter } from '../../engine-setup.js';
import { HIDDEN_CASES, html, p, row, run, SECRET, shape, svg, svgText, table, vml } from './hidden-cases.js';

const converter = sharedConverter();

describeTools('hidden content', ['soffice.bin', 'pdftotext'], () => {
  it.each(HIDDEN_CASES)('%s', async (_, document, hidden) => {
    const { pdf, warnings } = await converter.convert(document);
    expect((await wordsOf(pdf)).includes(SECRET)).toBe(hidden !== null);
    const found = warnings.filter(({ code }) => code === 'hidden_content_printed').map(({ detail }) => detail);
    expect(found).toEqual(hidden === null ? [] : [{ hidden }]);
  });

  it.each([
    ['a visible shape of Word', wordWith(vml(''))],
    ['a visible row', wordWith(table(row('<w:trPr><w:hidden w:val="0"/></w:trPr>', run())))],
    [
      'a style that Word does not list',
      wordOf2013(`<w:p>${run()}</w:p>`, 15, {
        styles: '<w:style w:type="paragraph" w:styleId="Revision"><w:name w:val="Revision"/><w:hidden/></w:style>',
      }),
    ],
    ['words about it', html(`<p class="hidden" title="is hidden" style="display:block">${SECRET}</p>`)],
    ['empty elements', html(`<style>.x { display: none }</style><div class="x"> </div><p hidden></p><p>${SECRET}</p>`)],
    [
      'a later rule',
      html(
        `<style>b { display: none } .tab { display: block !important } .tab { display: none }</style><b class="tab">${SECRET}</b>`,
      ),
    ],
    [
      'a more specific rule',
      html(`<style>b.on { display: block } b { display: none }</style><b class="on">${SECRET}</b>`),
    ],
    ['its own style', html(`<style>b { display: none }</style><b style="display: block">${SECRET}</b>`)],
    [
      'rules of other media',
      html(
        `<style>@media screen { p { display: none } } @media (max-width: 9px) { p { display: none } }</style><style media="screen">p { opacity: 0 }</style><p>${SECRET}</p>`,
      ),
    ],
    [
      'states and other elements',
      html(
        `<style>p:hover, p::before, nav > p, nav div p { display: none } /* p { display: none } */</style><nav><div><b>x</b></div></nav><p>${SECRET}</p>`,
      ),
    ],
    [
      'elements of SVG',
      svg(`<style>.b, circle { display: none }</style><defs><path class="b"/></defs>${svgText(' style="fill:red"')}`),
    ],
    ['text that is hidden in the web layout only', wordWith(p(run('<w:rPr><w:webHidden/></w:rPr>')))],
    ['a visible shape of a slide', slideWith(shape(''))],
  ])('no warning of %s', async (_, document) => {
    const { pdf, warnings } = await converter.convert(document);
    expect(await wordsOf(pdf)).toContain(SECRET);
    expect(warnings.map(({ code }) => code)).not.toContain('hidden_content_printed');
  });
});
