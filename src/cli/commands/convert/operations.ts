/** Options of `convert` for work on PDFs that needs further files: attachments, stamps and bookmarks. */
import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  areBookmarks,
  type Bookmark,
  type FileOperations,
  type OperationSettings,
  POSITIONS,
  RELATIONSHIPS,
  type Relationship,
  type StampOperation,
} from '../../../convert/operation-types.js';
import { DocconvError } from '../../../errors.js';
import { inSequence, withoutUndefined } from '../../../system/collections.js';
import { readInput } from '../../../system/files/files.js';
import { kebabCase, textOf } from '../../../text.js';
import { collect, integerOption, withChoices } from '../../command.js';
import type { Context } from '../../context.js';
import type { ConvertFlags } from './conversion.js';

/** Of commander. */
interface OperationFlags {
  attach?: string[];
  attachType?: string;
  attachRelationship?: Relationship;
  attachDescription?: string;
  stamp?: string;
  background?: string;
  stampPages?: string;
  stampPosition?: NonNullable<StampOperation['position']>;
  stampScale?: number;
  stampOpacity?: number;
  setBookmarks?: string;
}

export function addOperationOptions(command: Command): void {
  const options = [
    new Option('--attach <file>', 'attach a file to the PDF; may be given several times').argParser(collect),
    new Option('--attach-type <type>', 'media type of the attached files, e.g. text/xml'),
    withChoices(
      new Option('--attach-relationship <name>', 'what the attached files are for the PDF (Unspecified)'),
      RELATIONSHIPS,
    ),
    new Option('--attach-description <text>', 'description of the attached files'),
    new Option('--stamp <file>', 'print an image (PNG, JPEG) or the first page of a PDF above every page'),
    new Option('--background <file>', 'print an image or the first page of a PDF below every page'),
    new Option('--stamp-pages <range>', 'pages that --stamp and --background print on, e.g. 1-3,7 or 5-'),
    withChoices(
      new Option(
        '--stamp-position <place>',
        'where they print: t top, b bottom, l left, r right, c center; tl is the top left corner (c)',
      ),
      POSITIONS,
    ),
    new Option('--stamp-scale <percent>', 'width and height of the page that they take at most (50, a PDF 100)'),
    new Option('--stamp-opacity <percent>', 'their opacity (100)'),
    new Option('--set-bookmarks <file>', 'replace the bookmarks of the PDF by those of a JSON file'),
  ];
  for (const option of options) {
    if (option.flags.endsWith('<percent>')) option.argParser(integerOption);
    command.addOption(option.helpGroup('PDF operations:'));
  }
}

/** Null: none. Throws USAGE, OPTION_INVALID, and what reading a file says. */
export async function givenOperations(all: ConvertFlags, context: Context): Promise<FileOperations | null> {
  const flags = all as OperationFlags;
  requireDependents(flags);
  const used = (['attach', 'stamp', 'background', 'setBookmarks'] as const).find(name => flags[name] !== undefined);
  if (used === undefined) return null;
  if (all.merge !== undefined) throw new DocconvError('USAGE.operations-with-merge');
  const read = (file: string) => readInput(resolve(context.cwd, file), { name: file, signal: context.signal });
  const { background, stamp, attach = [], setBookmarks } = flags;
  const files = {
    background: background === undefined ? null : await read(background),
    stamp: stamp === undefined ? null : await read(stamp),
    attach: await inSequence(attach, async file => ({ name: basename(file), bytes: await read(file) })),
    bookmarks: setBookmarks === undefined ? null : bookmarksIn(await read(setBookmarks), setBookmarks),
  };
  return { files, settings: settingsOf(flags) };
}

/** Throws USAGE for an option that has no effect without another one. */
function requireDependents(flags: OperationFlags): void {
  const { attach, stamp, background } = flags;
  const needs = (flag: string, names: readonly (keyof OperationFlags)[]) => {
    const name = names.find(each => flags[each] !== undefined);
    if (name !== undefined) throw new DocconvError('USAGE.needs-flag', { option: `--${kebabCase(name)}`, flag });
  };
  if (attach === undefined) needs('--attach', ['attachType', 'attachRelationship', 'attachDescription']);
  if (stamp === undefined && background === undefined)
    needs('--stamp or --background', ['stampPages', 'stampPosition', 'stampScale', 'stampOpacity']);
}

function settingsOf(flags: OperationFlags): OperationSettings {
  const { attachType: mediaType, attachRelationship: relationship, attachDescription: description } = flags;
  const { stampPages: pages, stampPosition: position, stampScale: scale, stampOpacity: opacity } = flags;
  return {
    attachment: withoutUndefined({ mediaType, relationship, description }),
    stamp: withoutUndefined({ pages, position, scale, opacity }),
  };
}

function bookmarksIn(bytes: Buffer, file: string): readonly Bookmark[] {
  const bookmarks = parsed(bytes, file);
  if (!areBookmarks(bookmarks))
    throw new DocconvError('OPTION_INVALID.operation-value', { operation: 'bookmarks', name: 'bookmarks' });
  return bookmarks;
}

function parsed(bytes: Buffer, file: string): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new DocconvError('OPTION_INVALID.bookmarks-file', { file, reason }, { cause });
  }
}
