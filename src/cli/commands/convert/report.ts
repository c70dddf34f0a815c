/** Prints the result of each document and a summary; computes the exit code of the batch. */
import { basename } from 'node:path';
import type { EngineName, FileConversion, Warning } from '../../../convert/index.js';
import type { MergeFacts } from '../../../convert/settings.js';
import { isNote } from '../../../convert/warnings.js';
import { DocconvError } from '../../../errors.js';
import type { RemoteJob } from '../../../remote/index.js';
import { Stopwatch } from '../../../system/stopwatch.js';
import { escapeLines, escapeUnsafe } from '../../../text.js';
import type { Terminal } from '../../context.js';
import { EXIT, exitCodeOf } from '../../exit.js';
import { displayName } from '../../output/display-name.js';
import { printFailure } from '../../output/failure.js';
import type { Target } from './outputs.js';

/** Where the PDF of a document is; `name` is for messages. */
type Result = Pick<Target, 'output' | 'name'> & { input: { name: string } };

/** `warm`: by an engine that ran already. */
export type Converted = FileConversion & { warm?: true };

export class ConvertReport {
  readonly #time = new Stopwatch();
  /** Exit codes of the documents that failed. */
  readonly #exitCodes = new Set<number>();
  #failed = 0;
  readonly #notes = new Set<string>();
  #converted = 0;
  #skipped = 0;
  #accepted = 0;
  #left = 0;
  /** The line of the result says all. */
  #isMerged = false;
  /** Printed with the next result: what shows the progress uses the line meanwhile. */
  #skippedEngines: string[] = [];

  constructor(
    private readonly terminal: Terminal,
    private readonly mode: { json: boolean; quiet: boolean; debug: boolean },
  ) {}

  /** Another engine was used because this one does not start; said with --json as well. */
  engineSkipped({ message }: DocconvError, used: EngineName): void {
    this.#skippedEngines.push(`! ${escapeUnsafe(message)} The engine ${used} is used in its place.`);
  }

  /** @param more further members of the line of JSON */
  converted({ input: { name: input }, output, name }: Result, done: Converted, more: object = {}): void {
    this.#saySkippedEngines();
    const { to, files, engine, bytes, milliseconds, warnings, warm } = done;
    this.#converted++;
    const images = files.length > 1 ? { outputs: files.map(({ path }) => path) } : {};
    const facts = { to, engine, ...(bytes && { bytes }), milliseconds, warnings, ...(warm && { warm }) };
    this.#json({ input, output, ...images, ...facts, ...more });
    for (const warning of warnings) this.#warn(input, warning);
    const { green, dim } = this.terminal.color.err;
    this.#log(
      `${green('✓')} ${displayName(input)} → ${displayName(name, 'output')}${several(done)} ${dim(`(${engine === null ? '' : `${engine}, `}${seconds(milliseconds)}${saved(done)})`)}`,
    );
  }

  /** @param inputs names in their order */
  merged(inputs: readonly string[], { output, name }: Pick<Result, 'output' | 'name'>, done: MergedFacts): void {
    this.#saySkippedEngines();
    const { to, pages, parts, milliseconds, warnings } = done;
    this.#converted += inputs.length;
    const documents = parts?.map(({ name: _name, ...part }, i) => ({ input: inputs[i]!, ...part }));
    this.#json({ inputs, output, to, pages, parts: documents, milliseconds, warnings });
    for (const warning of warnings) this.#warn(inputs[Number(warning.detail.input) - 1] ?? name, warning);
    const { green, dim } = this.terminal.color.err;
    const what = `${inputs.length} ${inputs.length === 1 ? 'document' : 'documents'}`;
    const time = dim(`(${pages} ${pages === 1 ? 'page' : 'pages'}, ${seconds(milliseconds)})`);
    this.#log(`${green('✓')} ${what} → ${displayName(name, 'output')} ${time}`);
    this.#isMerged = true;
  }

  /** A server converts it later. */
  accepted(inputs: readonly string[], address: string, { id, durable }: RemoteJob): void {
    this.#accepted += inputs.length;
    const of = inputs.length === 1 ? { input: inputs[0] } : { inputs };
    if (this.mode.json) this.#json({ ...of, job: address, id, durable });
    else this.terminal.out.write(`${escapeUnsafe(address)}\n`);
  }

  /** Said even with --quiet, since the server may go on. */
  cancelled(input: string, { message, detail }: DocconvError): void {
    if (detail.job !== undefined)
      this.terminal.err.write(`${this.terminal.color.err.dim('-')} ${displayName(input)}: ${escapeUnsafe(message)}\n`);
  }

  /** Printed even with --quiet. */
  failed(input: string, error: DocconvError, more: object = {}): void {
    this.#saySkippedEngines();
    this.#failed++;
    this.#exitCodes.add(exitCodeOf(error.code));
    this.#json({ input, error: { code: error.code, message: error.message }, ...more });
    printFailure(input, error, this.terminal);
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
    if (left > 0) this.#json({ error: { code: 'CANCELLED', message: new DocconvError('CANCELLED.plain').message } });
  }

  /** Writes the summary of several documents, and of interrupted ones also with --json and --quiet; returns the exit code. */
  finish(): number {
    const total = this.#converted + this.#accepted + this.#skipped + this.#failed + this.#left;
    if (this.#left > 0) this.terminal.err.write(`${this.#summary()}\n`);
    else if (total > 1 && !this.#isMerged) this.#log(this.#summary());
    const codes = [...this.#exitCodes];
    return codes.length > 1 ? EXIT.failed : (codes[0] ?? EXIT.done);
  }

  #summary(): string {
    const parts = this.#accepted > 0 ? [`${this.#accepted} accepted`] : [`${this.#converted} converted`];
    if (this.#failed > 0) parts.push(`${this.#failed} failed`);
    if (this.#skipped > 0) parts.push(`${this.#skipped} skipped`);
    if (this.#left > 0) parts.push(`${this.#left} left when it was interrupted`);
    return `${parts.join(', ')} in ${seconds(this.#time.clock())}`;
  }

  #saySkippedEngines(): void {
    const { yellow } = this.terminal.color.err;
    for (const line of this.#skippedEngines.splice(0))
      if (!this.mode.quiet) this.terminal.err.write(`${yellow(line)}\n`);
  }

  #json(line: object): void {
    if (this.mode.json) this.terminal.out.write(`${escapeLines(JSON.stringify(line))}\n`);
  }

  #log(line: string): void {
    if (!this.mode.quiet && !this.mode.json) this.terminal.err.write(`${line}\n`);
  }
}

/** A server does not tell the parts. */
type MergedFacts = Omit<MergeFacts, 'parts'> & Partial<Pick<MergeFacts, 'parts'>>;

/** After the name that the names of the images, or of the parts of a split, are made of. */
const several = ({ files, to }: FileConversion): string =>
  files.length > 1 ? ` (${files.length} ${to === 'pdf' ? 'parts' : 'images'}, ${basename(files[0]!.path)} ...)` : '';

/** What --optimize saved. */
function saved({ bytes }: FileConversion): string {
  if (!bytes) return '';
  const percent = Math.round(100 * (1 - bytes.after / bytes.before));
  const size = (count: number) => `${(count / 1000).toFixed(1)} kB`;
  const change = percent > 0 ? `${percent} % smaller` : percent < 0 ? `${-percent} % larger` : 'same size';
  return `, ${change}: ${size(bytes.before)} → ${size(bytes.after)}`;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
