/** A home with its own engines in the background, which are stopped after the test. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type EngineState, engineStates, stopEngines } from '../../src/warm/index.js';
import { docconv, type Ended } from '../helpers/cli.js';
import { documents, type Fixture } from '../helpers/documents.js';
import { linux, program } from '../helpers/requires.js';

/** The engines are for Linux, and fast with LibreOffice only. */
export const NEEDED = [linux, program('soffice.bin')];

type Running = Extract<EngineState, { started: number }>;

export interface Line {
  warm?: true;
  output?: string;
  error?: { code: string; message: string };
  warnings?: unknown[];
}

export class WarmHome {
  readonly path = mkdtempSync(join(tmpdir(), 'docconv-warm-'));
  readonly engines = join(this.path, 'cache', 'warm');
  readonly temporary = join(this.path, 'tmp');
  readonly env = { DOCCONV_HOME: this.path, TMPDIR: this.temporary, CI: '' };

  constructor() {
    mkdirSync(this.temporary);
    onTestFinished(async () => {
      await stopEngines(this.engines);
      rmSync(this.path, { recursive: true });
    });
  }

  /** Writes the document into the home; returns its name. */
  add({ name, bytes }: Pick<Fixture, 'name' | 'bytes'>): string {
    writeFileSync(join(this.path, name), bytes);
    return name;
  }

  run(argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return docconv(argv, { cwd: this.path, env: { ...this.env, ...env } });
  }

  convert(argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.run(['convert', '--json', ...argv], env);
  }

  /** As convert(), again until an engine did it: on a busy machine it may answer too late. */
  async convertWarm(argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    let ended = await this.convert([...argv, '--warm'], env);
    for (let i = 0; i < 10 && lineOf(ended).warm !== true; i++) ended = await this.convert([...argv, '--warm'], env);
    expect(lineOf(ended).warm).toBe(true);
    return ended;
  }

  read(name: string): Uint8Array {
    return readFileSync(join(this.path, name));
  }

  files(): string[] {
    return existsSync(this.engines) ? readdirSync(this.engines) : [];
  }

  async running(): Promise<Running[]> {
    const states = await engineStates(this.engines);
    return states.filter((state): state is Running => 'started' in state);
  }

  /** Waits until so many engines answer. */
  async untilRunning(count = 1): Promise<Running> {
    await expect.poll(() => this.running(), { interval: 100 }).toHaveLength(count);
    return (await this.running())[0]!;
  }

  /** Converts once, which starts an engine. */
  async start(): Promise<Running> {
    const name = this.add({ ...documents.txt(), name: 'first.txt' });
    const { code, err } = await this.convert([name, '--warm']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return this.untilRunning();
  }
}

export const lineOf = ({ out }: Ended): Line => JSON.parse(out) as Line;
