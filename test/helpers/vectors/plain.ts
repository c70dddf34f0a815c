/** RTF, HTML and SVG. */
import type { Target } from './index.js';

export function rtfVectors(target: Target): Record<string, Uint8Array> {
  const field = (code: string) => rtf(`{\\field\\flddirty{\\*\\fldinst {${code}}}{\\fldrslt {old}}}`);
  return {
    INCLUDEPICTURE: field(`INCLUDEPICTURE "${target('INCLUDEPICTURE', 'png')}" \\\\d`),
    INCLUDETEXT: field(`INCLUDETEXT "${target('INCLUDETEXT', 'txt')}"`),
    DDEAUTO: field(`DDEAUTO Excel "${target('DDEAUTO', 'xlsx')}" "R1C1"`),
    'attached template': rtf(`{\\*\\template ${target('attached template', 'docx')}}`),
    'object link': rtf(
      `{\\object\\objautlink\\rsltpict{\\*\\objclass Excel.Sheet.12}{\\*\\objname ${target('object link', 'xlsx')}}{\\result {old}}}`,
    ),
    'style sheet link': rtf(`{\\*\\fchars }{\\*\\nextfile ${target('style sheet link', 'docx')}}`),
  };
}

const rtf = (content: string) => Buffer.from(`{\\rtf1\\ansi ${content} text\\par}`);

export function htmlVectors(target: Target): Record<string, Uint8Array> {
  const page = (body: string, head = '') =>
    Buffer.from(`<!DOCTYPE html><html><head><title>x</title>${head}</head><body>${body}<p>text</p></body></html>`);
  return {
    img: page(`<img src="${target('img', 'png')}" width="90" height="90">`),
    stylesheet: page('', `<link rel="stylesheet" href="${target('stylesheet', 'css')}">`),
    'style @import': page('', `<style>@import url("${target('style @import', 'css')}");</style>`),
    'style background': page(`<div style="background-image:url('${target('style background', 'png')}')">x</div>`),
    'body background': Buffer.from(
      `<html><body background="${target('body background', 'png')}"><p>text</p></body></html>`,
    ),
    'table background': page(`<table background="${target('table background', 'png')}"><tr><td>x</td></tr></table>`),
    iframe: page(`<iframe src="${target('iframe', 'html')}" width="300" height="90"></iframe>`),
    frameset: Buffer.from(
      `<html><frameset cols="*,*"><frame src="${target('frameset', 'html')}"><frame src="${target('frameset', 'txt')}"></frameset></html>`,
    ),
    object: page(`<object data="${target('object', 'png')}" type="image/png" width="90" height="90"></object>`),
    embed: page(`<embed src="${target('embed', 'wav')}" width="90" height="90">`),
    'input image': page(`<form><input type="image" src="${target('input image', 'png')}"></form>`),
    'list bullet': page(`<ul style="list-style-image:url('${target('list bullet', 'png')}')"><li>x</li></ul>`),
    script: page('', `<script src="${target('script', 'txt')}"></script>`),
    refresh: page('', `<meta http-equiv="refresh" content="0; url=${target('refresh', 'html')}">`),
    base: page('<img src="far.png" width="90" height="90">', `<base href="${target('base', 'html')}/">`),
  };
}

export function svgVectors(target: Target): Record<string, Uint8Array> {
  const svg = (content: string, before = '') =>
    Buffer.from(
      `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="200">${content}<text x="20" y="60">text</text></svg>`,
    );
  return {
    image: svg(`<image xlink:href="${target('image', 'png')}" width="137" height="91"/>`),
    use: svg(`<use xlink:href="${target('use', 'html')}#x"/>`),
    'style @import': svg(`<style>@import url("${target('style @import', 'css')}");</style>`),
    stylesheet: svg('', `<?xml-stylesheet href="${target('stylesheet', 'css')}" type="text/css"?>`),
    pattern: svg(
      `<defs><pattern id="p" width="90" height="90"><image xlink:href="${target('pattern', 'png')}" width="90" height="90"/></pattern></defs><rect width="90" height="90" fill="url(#p)"/>`,
    ),
    'external entity': svg(
      '<text x="20" y="90">&x;</text>',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "${target('external entity', 'txt')}">]>`,
    ),
  };
}
