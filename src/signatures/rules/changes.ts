/** What later revisions did to the signed one (ISO 32000-2, 12.8.2). */
import { after, coversRevision, defineRules, failed, holds, indeterminate } from './rule.js';

export const CHANGE_RULES = defineRules(
  {
    id: 'changes-after-signing',
    test: ({ structure, changes }) =>
      after(coversRevision(structure.coverage), holds(changes.after && changes.allowed)),
    onFail: failed('FORMAT_FAILURE'),
    onUnknown: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    says: {
      pass: ({ changes }) =>
        changes.after === 'none'
          ? 'Nothing was changed after signing.'
          : 'Only changes that the signature allows were made after signing.',
      fail: 'The document was changed after signing in a way that the signature does not allow.',
      unknown: 'The document was changed after signing; whether the changes are allowed could not be judged.',
    },
  },
  {
    id: 'changes-without-doubt',
    test: ({ structure, changes }) =>
      after(coversRevision(structure.coverage), holds(changes.doubts && changes.doubts.length === 0)),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    says: {
      pass: 'No change after signing needs a closer look.',
      fail: ({ changes }) => `Worth a look: ${changes.doubts?.join('; ')}.`,
    },
  },
  {
    id: 'shows-one-content',
    test: ({ changes }) => holds(changes.activeContent && changes.activeContent.length === 0),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    says: {
      pass: 'Nothing in the document makes it show differently without a change.',
      fail: ({ changes }) =>
        `The document can show differently without any change: ${changes.activeContent?.join('; ')}.`,
    },
  },
);
