/** What PDF/UA requires of the PDF as a whole; whether tags fit the content is for people to judge. */
import type { Rule } from '../rule.js';

export const ACCESSIBILITY_RULES: readonly Rule[] = [
  {
    name: 'ua-identification',
    requires: 'the metadata states PDF/UA-1',
    clause: { ua: '5' },
    about: 'file',
    isMet: ({ uaPart }) => uaPart === '1',
  },
  {
    name: 'ua-title',
    requires: 'there is a title, and viewers show it',
    clause: { ua: '7.1' },
    about: 'file',
    isMet: ({ revision, xmp }) =>
      Boolean(xmp?.title) &&
      revision.get(revision.getDict(revision.root, 'ViewerPreferences'), 'DisplayDocTitle') === true,
  },
  {
    name: 'ua-tags',
    requires: 'the content is tagged',
    clause: { ua: '7.1' },
    about: 'file',
    isMet: ({ revision }) =>
      revision.get(revision.getDict(revision.root, 'MarkInfo'), 'Marked') === true &&
      revision.getDict(revision.root, 'StructTreeRoot') !== null,
  },
  {
    name: 'ua-language',
    requires: 'the document has a language',
    clause: { ua: '7.2' },
    about: 'file',
    isMet: ({ revision }) => Boolean(revision.getText(revision.root, 'Lang')),
  },
];
