/** A body has to keep coming: one that drips holds memory, disk and a place that others wait for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from '../plugins/errors.js';
import type { Guard } from '../plugins/limits.js';
import { atEnd } from '../plugins/response-end.js';
import type { ServerSettings } from '../settings.js';

/** An onRequest hook: 408 as soon as a window brings less than the rate asks for. */
export function keepsPace({ bytesPerSecond, windowMs }: ServerSettings['pace']): Guard {
  const least = (bytesPerSecond * windowMs) / 1000;
  return async (request, reply) => {
    const { raw } = request;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const came = raw.socket.bytesRead - before;
      before += came;
      if (came < least && !waitsForUs(request)) tooSlow(request, reply);
    }, windowMs).unref();
    atEnd(request, () => clearInterval(timer));
  };
}

/** What has arrived was not taken yet: the client cannot send. */
function waitsForUs({ raw }: FastifyRequest): boolean {
  return raw.readableLength >= raw.readableHighWaterMark;
}

/** Nobody reads this body any more, so nothing but the socket is left to answer on: if the answer's turn has come there. */
function tooSlow(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  request.problemCode ??= 'request_timeout';
  if (reply.raw.headersSent || reply.raw.socket !== socket) return void socket.destroy();
  answerClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
