/** What PDF/UA requires of the PDF and its tags; whether tags fit the content is for people to judge. */
import { isName, type PdfDict, PdfRef, type PdfRevision, pageList, wholeContent } from '../../../../pdf/index.js';
import { cached } from '../../../../system/collections.js';
import { cellsOf, GROUPS, isMarked, isTagged, rowsOf, Tag, TagTree, widthsOf } from '../../pdfua/index.js';
import type { Rule } from '../rule.js';
import { annotationType } from './interaction.js';

const PICTURES = ['Figure', 'Formula'];

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
  {
    name: 'ua-content',
    requires: 'all text and pictures on the pages are tagged, or marked as decoration',
    clause: { ua: '7.1' },
    about: 'file',
    isMet: ({ revision }) => {
      const tree = treeOf(revision);
      if (!tree) return true; // the rule 'ua-tags' says so
      return (pageList(revision)?.pages ?? []).every(({ dict }) =>
        isMarked(wholeContent(revision, dict).bytes, mcid => tree.ownerOf(dict, mcid) !== null),
      );
    },
  },
  {
    name: 'ua-types',
    requires: 'every element has a standard type, or one that is mapped to it, and no standard type is mapped',
    clause: { ua: '7.1' },
    about: 'file',
    isMet: ({ revision }) => {
      const tree = treeOf(revision);
      return !tree || (!tree.remapsStandardTypes && [...tree.all()].every(tag => tree.typeOf(tag) !== null));
    },
  },
  {
    name: 'ua-tables',
    requires: 'tables have rows and captions only, rows have cells only, and all rows of a table have as many columns',
    clause: { ua: '7.2' },
    about: 'dictionary',
    isMet: isOfType(['Table'], (tag, tree) => {
      const rows = rowsOf(tree, tag);
      return hasOnlyTableParts(tree, tag) && new Set(widthsOf(tree, rows)).size <= 1;
    }),
  },
  {
    name: 'ua-lists',
    requires: 'lists have items only, and items have labels and bodies only',
    clause: { ua: '7.2' },
    about: 'dictionary',
    isMet: isOfType(['L', 'LI', 'Lbl', 'LBody'], (tag, tree) => {
      const type = tree.typeOf(tag)!;
      const parent = tag.parent && tree.typeOf(tag.parent);
      if (type === 'L') return hasOnly(tree, tag, ['L', 'LI', 'Caption']);
      if (type === 'LI') return parent === 'L' && hasOnly(tree, tag, ['Lbl', 'LBody']);
      return type === 'Lbl' || parent === 'LI';
    }),
  },
  {
    name: 'ua-figures',
    requires: 'every picture, drawing and formula has a description (alternative text)',
    clause: { ua: '7.3' },
    about: 'dictionary',
    isMet: isOfType(PICTURES, isDescribed),
  },
  {
    name: 'ua-headings',
    requires: 'headings begin with level 1, and skip no level',
    clause: { ua: '7.4.2' },
    about: 'file',
    isMet: ({ revision }) => {
      const tree = treeOf(revision);
      const levels = tree
        ? [...tree.all()].map(tag => Number(/^H([1-6])$/.exec(tree.typeOf(tag) ?? '')?.[1] ?? 0))
        : [];
      return levels.filter(level => level > 0).every((level, i, all) => level <= (all[i - 1] ?? 0) + 1);
    },
  },
  {
    name: 'ua-notes',
    requires: 'every footnote and endnote has an identifier of its own',
    clause: { ua: '7.9' },
    about: 'file',
    isMet: ({ revision }) => {
      const ids =
        treeOf(revision)
          ?.ofType('Note')
          .map(tag => revision.getText(tag.entries, 'ID')) ?? [];
      return ids.every(Boolean) && new Set(ids).size === ids.length;
    },
  },
  {
    name: 'ua-media',
    requires: 'films and sounds have a type and a description, and attached files two names',
    clause: { ua: '7.18.6.2' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => {
      const isClip = revision.getName(dictionary, 'S') === 'MCD';
      const needed = isClip ? ['CT', 'Alt'] : dictionary.has('EF') ? ['F', 'UF'] : [];
      return needed.every(key => revision.get(dictionary, key) !== null);
    },
  },
  {
    name: 'ua-annotations',
    requires: 'links, comments and form fields are in elements of their kind',
    clause: { ua: '7.18.1' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => {
      const type = annotationType(dictionary, revision);
      const tree = treeOf(revision);
      return type === null || (tree !== null && isTagged(tree, { dict: dictionary, type }));
    },
  },
  {
    name: 'ua-annotation-texts',
    requires: 'links, comments and form fields have a description',
    clause: { ua: '7.18.1' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => {
      const type = annotationType(dictionary, revision);
      return type === null || Boolean(revision.getText(dictionary, type === 'Widget' ? 'TU' : 'Contents'));
    },
  },
  {
    name: 'ua-tab-order',
    requires: 'the tab key follows the structure on pages with annotations',
    clause: { ua: '7.18.3' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => {
      const isPage = isName(dictionary.get('Type'), 'Page');
      const annotations = isPage ? (revision.getArray(dictionary, 'Annots')?.items ?? []) : [];
      return annotations.length === 0 || revision.getName(dictionary, 'Tabs') === 'S';
    },
  },
];

/** Where people find a picture: the nth one of a page, in the order of reading. */
export interface PicturePlace {
  readonly page: number;
  readonly picture: number;
}

/** The pictures that break the rule 'ua-figures', without those of which no page is known. */
export function undescribedPictures(revision: PdfRevision): PicturePlace[] {
  const tree = treeOf(revision);
  const pages = (pageList(revision)?.pages ?? []).map(({ ref }, index) => [ref?.num, index] as const);
  const indexes = new Map(pages.toReversed()); // a page that is listed twice is the first one
  const counts = new Map<number, number>();
  return [...(tree?.all() ?? [])].flatMap(tag => {
    const page = tree && PICTURES.includes(tree.typeOf(tag) ?? '') ? pageOf(tag) : null;
    const index = page ? indexes.get(page.num) : undefined;
    if (!tree || index === undefined) return [];
    const picture = (counts.get(index) ?? 0) + 1;
    counts.set(index, picture);
    return isDescribed(tag, tree) ? [] : [{ page: index + 1, picture }];
  });
}

/** /Pg of an element without one is that of the element around it. */
function pageOf(tag: Tag): PdfRef | null {
  for (let each: Tag | null = tag; each; each = each.parent) {
    const page = each.get('Pg');
    if (page instanceof PdfRef) return page;
  }
  return null;
}

/** Read once for all rules. */
const treeOf = cached((revision: PdfRevision) => TagTree.of(revision));

/** A test of the structure elements of these types. */
function isOfType(types: readonly string[], test: (tag: Tag, tree: TagTree) => boolean) {
  return (dictionary: PdfDict, { revision }: { readonly revision: PdfRevision }): boolean => {
    if (!dictionary.has('S') || !dictionary.has('P')) return true;
    const tree = treeOf(revision);
    const tag = tree?.tagFor(dictionary) ?? null;
    return !tree || !tag || !types.includes(tree.typeOf(tag) ?? '') || test(tag, tree);
  };
}

function isDescribed({ entries }: Tag, { revision }: TagTree): boolean {
  return ['Alt', 'ActualText'].some(key => Boolean(revision.getText(entries, key)));
}

const hasOnly = (tree: TagTree, { kids }: Tag, types: readonly string[]): boolean =>
  kids.every(kid => kid instanceof Tag && types.includes(tree.typeOf(kid) ?? ''));

function hasOnlyTableParts(tree: TagTree, table: Tag): boolean {
  const rows = rowsOf(tree, table);
  const isGroup = (tag: Tag): boolean => GROUPS.includes(tree.typeOf(tag) ?? '');
  const groups = table.kids.filter(kid => kid instanceof Tag).filter(isGroup);
  return (
    hasOnly(tree, table, ['TR', ...GROUPS, 'Caption']) &&
    groups.every(group => hasOnly(tree, group, ['TR'])) &&
    rows.every(row => cellsOf(tree, row).length === row.kids.length)
  );
}
