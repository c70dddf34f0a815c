/** Minimum upload rate: a client that sends slowly occupies memory, disk and a place in the queue (Slowloris). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '../limits/rate-limit.js';
import { onRequestEnd } from '../request-end.js';
import type { ServerSettings } from '../services.js';
import { sendClientError } from './error-handler.js';

/** An onRequest hook: 408 as soon as one window receives fewer bytes than the minimum rate. */
export function requireUploadRate({ bytesPerSecond, windowMs }: ServerSettings['minUploadRate']): Guard {
  const minBytes = (bytesPerSecond * windowMs) / 1000;
  return async (request, reply) => {
    const { raw } = request;
    let bytesBefore = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const received = raw.socket.bytesRead - bytesBefore;
      bytesBefore += received;
      if (received < minBytes && !isBackpressured(request)) rejectSlowUpload(request, reply);
    }, windowMs).unref();
    onRequestEnd(request, () => clearInterval(timer));
  };
}

/** The server has not consumed what has arrived, so the client cannot send more. */
function isBackpressured({ raw }: FastifyRequest): boolean {
  return raw.readableLength >= raw.readableHighWaterMark;
}

/** Responds on the socket, since the handler waits for the body; not possible while an earlier response is unfinished. */
function rejectSlowUpload(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  request.problemCode ??= 'request_timeout';
  if (reply.raw.headersSent || reply.raw.socket !== socket) return void socket.destroy();
  const error = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const { answerDirectly } = request.server;
  sendClientError(error, socket, (problem, id) => answerDirectly(problem, id, request.raw.url ?? null), request.id);
}
