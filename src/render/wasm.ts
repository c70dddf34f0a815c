/** WebAssembly programs of packages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The types of Node declare no constructors. */
interface Constructors {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => { readonly exports: never };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Constructors }).WebAssembly;

/** @param file e.g. '@hyzyla/pdfium/pdfium.wasm' */
export function compileWasm(file: string): WebAssembly.Module {
  return new Module(readFileSync(createRequire(import.meta.url).resolve(file)));
}

export function instantiateWasm(module: WebAssembly.Module, imports: object): { readonly exports: never } {
  return new Instance(module, imports);
}
