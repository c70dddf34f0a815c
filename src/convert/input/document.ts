/** A document while it is prepared: what several steps read of its bytes is read once. */
import { percentDecoded } from '../../system/url.js';
import { attributeOf, decodeXml } from '../../system/xml.js';
import type { Format } from '../formats.js';
import type { Limits } from '../limits.js';
import { readPartElements, type XmlPart } from '../xml.js';
import { type CompoundFile, readCfb } from './cfb.js';
import { type Archive, readArchive, unpack, type ZipEntry } from './zip.js';

/** `ooxml`: [MS-OFFCRYPTO] in a compound file; `odf`: ODF 1.3 part 2, 4; `legacy`: Office 97 binary files. */
export type Encryption = 'ooxml' | 'odf' | 'legacy';

export interface Detection {
  /** Null where encryption hides the format and neither name nor `--from` gives it. */
  readonly format: Format | null;
  readonly encryption: Encryption | null;
  /** The format that the name or `--from` says, where the document has another one of the same family. */
  readonly declared?: Format;
  /** Parts of an OpenDocument package that its manifest does not name, with the media type of each. */
  readonly unlisted?: ReadonlyMap<string, string>;
}

export const MANIFEST = 'META-INF/manifest.xml';
const CONTENT_TYPES = '[Content_Types].xml';
/** Bytes of a part that describes the package: documents need far fewer. */
const MAX_DESCRIPTION = 4 * 1024 * 1024;

export class SourceDocument {
  #archive: Archive | null = null;
  #compound: CompoundFile | null = null;
  #parts: ReadonlyMap<string, ZipEntry> | null = null;
  #contentTypes: ReadonlyMap<string, string | undefined> | null = null;
  readonly #descriptions = new Map<string, XmlPart>();

  constructor(
    readonly bytes: Uint8Array,
    readonly limits: Limits,
  ) {}

  /** Of a ZIP package. Throws as readArchive(). */
  get archive(): Archive {
    this.#archive ??= readArchive(this.bytes, this.limits);
    return this.#archive;
  }

  /** Throws as readCfb(). */
  get compound(): CompoundFile {
    this.#compound ??= readCfb(this.bytes, this.limits);
    return this.#compound;
  }

  /** The entries of the archive by their names, in their order. */
  get parts(): ReadonlyMap<string, ZipEntry> {
    this.#parts ??= new Map(this.archive.entries.map(entry => [entry.name, entry]));
    return this.#parts;
  }

  /** A part of the package; null when it has none of this name. Throws CORRUPT_DOCUMENT, also for more than `max` bytes. */
  part(name: string, max?: number): XmlPart | null {
    const entry = this.parts.get(name);
    return entry ? { name, text: decodeXml(unpack(entry, max)) } : null;
  }

  /** As part(), for one that describes the package: it is kept. */
  description(name: string): XmlPart | null {
    const part = this.#descriptions.get(name) ?? this.part(name, MAX_DESCRIPTION);
    if (part) this.#descriptions.set(name, part);
    return part;
  }

  /** Of a part of an OOXML package: its Override, or the Default of its extension (ECMA-376-2, 10.1.2.2). */
  async contentType(path: string): Promise<string | undefined> {
    this.#contentTypes ??= await this.#readContentTypes();
    const name = partName(path);
    return this.#contentTypes.get(name) ?? this.#contentTypes.get(name.slice(name.lastIndexOf('.')));
  }

  async #readContentTypes(): Promise<Map<string, string | undefined>> {
    const part = this.description(CONTENT_TYPES);
    const rows = part ? await readPartElements(part, ['Override', 'Default'], this.limits) : [];
    const types = new Map<string, string | undefined>();
    for (const row of rows.toReversed()) {
      const [name, extension] = [attributeOf(row, 'PartName'), attributeOf(row, 'Extension')];
      const key = row.local === 'Override' ? name && partName(name) : extension && `.${extension.toLowerCase()}`;
      if (key) types.set(key, attributeOf(row, 'ContentType'));
    }
    return types;
  }
}

/** As names of parts compare: without case, and whether characters are percent-encoded or not (ECMA-376-2, 10.1.1). */
export function partName(target: string): string {
  const path = URL.canParse(target, 'part:/') ? new URL(target, 'part:/').pathname : target;
  return (percentDecoded(path) ?? path).toLowerCase();
}

/** 'word/document.xml' for 'word/_rels/document.xml.rels', '' for those of the package; null: the part has no relationships. */
export function sourceOf(part: string): string | null {
  const [, folder, name] = /^(.*?)_rels\/([^/]*)\.rels$/.exec(part) ?? [];
  return name === undefined ? null : `${folder}${name}`;
}

/** The part with the relationships of `source`. */
export function relationshipsOf(source: string): string {
  return source.replace(/[^/]*$/, '_rels/$&.rels');
}

/** The name of the part that a relationship of `source` names. */
export function resolvePart(source: string, target: string): string {
  const base = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '.' && step !== '') base.push(step);
  }
  return base.join('/');
}
