/**
 * Which names a server on a loopback address answers to. A page of another site can let its own name resolve to 127.0.0.1
 * (DNS rebinding); the browser then takes the server for a part of that site, and the Host header is all that differs.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.js';
import { HttpProblem } from './problem.js';

/** An onRequest hook. @param publicUrl its name is permitted, for a reverse proxy that passes on the Host header */
export function installHostCheck(app: App, publicUrl: string | null): void {
  const names = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOwnHost(request.raw, app.server, names) ? undefined : new HttpProblem('misdirected_request'));
  });
}

/** True on any address but loopback: there the network decides who can connect, and operators choose the names. */
export function isOwnHost({ headers }: IncomingMessage, server: Pick<Server, 'address'>, names: string[]): boolean {
  if (headers.host === undefined) return true; // HTTP/1.0, which browsers do not use
  const name = headers.host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  return isLoopbackName(name) || names.includes(name) || !isOnLoopback(server.address());
}

/** Null before listening; text for a unix socket. */
function isOnLoopback(address: AddressInfo | string | null): boolean {
  return typeof address === 'object' && address !== null && isLoopbackName(address.address);
}

function isLoopbackName(name: string): boolean {
  return /^(localhost|.+\.localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/.test(name);
}
