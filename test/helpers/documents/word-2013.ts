/** A document as Word writes it from 2013 on: its settings state the compatibility mode, on which the layout depends. */
import { ooxml, relations } from './ooxml.js';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml';

/** `body`: its paragraphs and tables, with the prefix w. */
export function wordOf2013(body: string, mode = 15): { name: string; bytes: Uint8Array } {
  const names = `xmlns:w="${WORD}"`;
  const setting = `<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${mode}"/>`;
  const bytes = ooxml(
    'word/document.xml',
    'docx',
    {
      'word/document.xml': `<w:document ${names}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations([['settings', 'settings.xml']]),
      'word/settings.xml': `<w:settings ${names}><w:compat>${setting}</w:compat></w:settings>`,
    },
    { 'word/settings.xml': TYPE },
  );
  return { name: 'a.docx', bytes };
}
