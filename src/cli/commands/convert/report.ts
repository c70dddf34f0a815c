/** Prints the result of each document and a summary; computes the exit code of the batch. */
import { basename } from 'node:path';
import type { FileConversion, Warning } from '../../../convert/index.js';
import { isNote } from '../../../convert/warnings.js';
import type { DocconvError } from '../../../errors.js';
import { escapeLines, escapeUnsafe } from '../../../system/text.js';
import type { Terminal } from '../../context.js';
import { EXIT, exitCodeOf } from '../../exit.js';
import type { Target } from './outputs.js';

/** Where the PDF of a document is; `name` is for messages. */
type Result = Pick<Target, 'output' | 'name'> & { input: { name: string } };

export class ConvertReport {
  readonly #started = performance.now();
  /** Exit codes of the documents that failed. */
  readonly #exitCodes = new Set<number>();
  #failed = 0;
  readonly #notes = new Set<string>();
  #converted = 0;
  #skipped = 0;
  #left = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly mode: { json: boolean; quiet: boolean; debug: boolean },
  ) {}

  /** @param more further members of the line of JSON */
  converted({ input: { name: input }, output, name }: Result, done: FileConversion, more: object = {}): void {
    const { to, files, engine, milliseconds, warnings } = done;
    this.#converted++;
    const images = files.length > 1 ? { outputs: files.map(({ path }) => path) } : {};
    this.#json({ input, output, ...images, to, engine, milliseconds, warnings, ...more });
    for (const warning of warnings) this.#warn(input, warning);
    const { green, dim } = this.terminal.color.err;
    this.#log(
      `${green('✓')} ${displayName(input)} → ${displayName(name, 'output')}${several(done)} ${dim(`(${engine}, ${seconds(milliseconds)})`)}`,
    );
  }

  /** Printed even with --quiet. */
  failed(input: string, error: DocconvError, more: object = {}): void {
    this.#failed++;
    this.#exitCodes.add(exitCodeOf(error.code));
    this.#json({ input, error: { code: error.code, message: error.message }, ...more });
    const { red, dim } = this.terminal.color.err;
    this.terminal.err.write(
      `${red('✗')} ${displayName(input)}: ${escapeUnsafe(error.message)} ${dim(`[${error.code}]`)}\n`,
    );
    if (this.mode.debug && error.cause) this.terminal.err.write(`${escapeLines((error.cause as Error).message)}\n`);
  }

  /** A note is about the machine as a rule, so that the same one is printed once. */
  #warn(input: string, warning: Warning): void {
    const { yellow, dim } = this.terminal.color.err;
    const text = escapeUnsafe(warning.message);
    if (!isNote(warning)) this.#log(yellow(`! ${displayName(input)}: ${text} [${warning.code}]`));
    else if (!this.#notes.has(text)) {
      this.#notes.add(text);
      this.#log(dim(`i ${displayName(input)}: ${text}`));
    }
  }

  /** @param why a clause without a full stop */
  skipped(input: string, why: string): void {
    this.#skipped++;
    this.#json({ input, skipped: true, reason: why });
    this.#log(`${this.terminal.color.err.dim('-')} ${displayName(input)}: skipped, ${why}`);
  }

  /** A file that is no document. @param why a clause without a full stop */
  ignored(input: string, why: string): void {
    this.#json({ input, ignored: true, reason: why });
    this.#log(`${this.terminal.color.err.dim('-')} ${displayName(input)}: left where it is, ${why}`);
  }

  /** @param left number of documents that were not converted */
  interrupted(left: number): void {
    this.#left = left;
  }

  /** Writes the summary of several documents, and of interrupted ones also with --json and --quiet; returns the exit code. */
  finish(): number {
    const total = this.#converted + this.#skipped + this.#failed + this.#left;
    if (this.#left > 0) this.terminal.err.write(`${this.#summary()}\n`);
    else if (total > 1) this.#log(this.#summary());
    const codes = [...this.#exitCodes];
    return codes.length > 1 ? EXIT.failed : (codes[0] ?? EXIT.done);
  }

  #summary(): string {
    const parts = [`${this.#converted} converted`];
    if (this.#failed > 0) parts.push(`${this.#failed} failed`);
    if (this.#skipped > 0) parts.push(`${this.#skipped} skipped`);
    if (this.#left > 0) parts.push(`${this.#left} left when it was interrupted`);
    return `${parts.join(', ')} in ${seconds(performance.now() - this.#started)}`;
  }

  #json(line: object): void {
    if (this.mode.json) this.terminal.out.write(`${escapeLines(JSON.stringify(line))}\n`);
  }

  #log(line: string): void {
    if (!this.mode.quiet && !this.mode.json) this.terminal.err.write(`${line}\n`);
  }
}

/** After the name that the names of the images are made of. */
const several = ({ files }: FileConversion): string =>
  files.length > 1 ? ` (${files.length} images, ${basename(files[0]!.path)} ...)` : '';

const displayName = (name: string, direction = 'input'): string =>
  name === '-' ? `standard ${direction}` : escapeUnsafe(name);

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
