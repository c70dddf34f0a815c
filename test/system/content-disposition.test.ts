/** File names in the header Content-Disposition of answers. */
import { expect, it } from 'vitest';
import { fileNameIn } from '../../src/system/formats/content-disposition.js';

it.each([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf; size=3', 'a.pdf'],
  ['attachment ; FILENAME = "a.pdf"', 'a.pdf'],
  [String.raw`attachment; filename="a\"b\\c.pdf"`, String.raw`a"b\c.pdf`],
  ['attachment; filename="a.pdf"; filename*=UTF-8\'\'%C3%A4.pdf', 'ä.pdf'],
  ["attachment; filename*=utf-8'de'%C3%A4.pdf; filename=a.pdf", 'ä.pdf'],
  ["attachment; filename=a.pdf; filename*=UTF-8''%E4.pdf", 'a.pdf'],
  ['attachment; x="; filename=evil"; filename=good', 'good'],
  [String.raw`attachment; x="\"; filename=evil"; filename=good`, 'good'],
  ['attachment; x="; filename*=UTF-8\'\'evil"; filename=good', 'good'],
  ['attachment;; filename=a.pdf ;filename=b.pdf', 'a.pdf'],
  ['attachment; filename=a"b.pdf', 'a"b.pdf'],
  ['attachment; xfilename=b.pdf; filename=a.pdf', 'a.pdf'],
  ['attachment; x="; filename=a.pdf', null],
  ['attachment; filename=""', null],
  ['inline', null],
])('%s is %j', (header, name) => expect(fileNameIn(header)).toBe(name));
