/** The requests that the service makes: events of jobs, in the form of Standard Webhooks 1.0. */
import { Type } from '@sinclair/typebox';
import { closed, named, oneOf, phrase, time } from '../schemas.js';

const JobEvent = named('JobEvent', {
  type: oneOf('job.succeeded', 'job.failed', 'job.cancelled'),
  timestamp: time('When the job ended'),
  data: closed({
    id: phrase('Id of the job', 'pYzbR3gqTm6Yv0m1r2d3Zw'),
    status: oneOf('succeeded', 'failed', 'cancelled'),
    links: closed({
      self: phrase(
        'URL of the job; without the setting publicUrl of the server, its path',
        '/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw',
      ),
      result: Type.Optional(phrase('Of a job that has succeeded', '/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw/result')),
    }),
  }),
});

const EVENT_HEADERS = Type.Object({
  'webhook-id': phrase('The same for all tries of an event', 'msg_5f0c6a2f9b114f7c8f5e0b9d'),
  'webhook-timestamp': phrase('Seconds since 1970 when this try was begun', '1777887000'),
  'webhook-signature': phrase(
    '`v1,` and the HMAC-SHA-256 of id, timestamp and body; one for each secret that is valid',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
});

/** By name; the schemas of request and headers, as a route has them. */
export const WEBHOOKS = {
  jobEnded: {
    operationId: 'jobEnded',
    tags: ['Jobs'],
    summary: 'A job has ended',
    description:
      'Sent to the `webhook` of the job, at least once and in any order. `GET /v1/webhook-secret` returns the secret that the libraries of Standard Webhooks verify the signature with.',
    headers: EVENT_HEADERS,
    body: JobEvent,
    response: {
      '2XX': { description: 'Received. Has to be sent within 15 s' },
      '410': { description: 'The receiver wants no other try of this event' },
      default: { description: 'The event is sent again, at growing intervals for three days' },
    },
  },
} as const;
