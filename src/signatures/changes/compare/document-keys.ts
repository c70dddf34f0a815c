/**
 * The entries that ISO 32000-1, ISO 32000-2 (Tables 29, 30 and 31) and their extensions define for the catalog, nodes of the
 * page tree and pages. Scalars under any other key are data of the program that wrote them. One list for the three: some
 * entries are inherited, and early versions defined more of them for each.
 */
const CATALOG = `
  Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads OpenAction AA
  URI AcroForm Metadata StructTreeRoot MarkInfo Lang SpiderInfo OutputIntents PieceInfo OCProperties Perms Legal
  Requirements Collection NeedsRendering DSS AF DPartRoot JT`;
const PAGES = 'Parent Kids Count Resources MediaBox CropBox Rotate';
const PAGE = `
  LastModified BleedBox TrimBox ArtBox BoxColorInfo Contents Group Thumb B Dur Trans Annots StructParents StructParent ID PZ
  SeparationInfo Tabs TemplateInstantiated PresSteps UserUnit VP DPart Hid Encoding`;

const DEFINED: ReadonlySet<string> = new Set([CATALOG, PAGES, PAGE].join(' ').trim().split(/\s+/));

export const isDefinedKey = (key: string): boolean => DEFINED.has(key);
