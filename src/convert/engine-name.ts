/** LibreOffice as a library, as WebAssembly, or as a process. */
export type EngineName = 'native' | 'wasm' | 'soffice';
