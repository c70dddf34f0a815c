/** The setting jobDocuments, and the variables that tell how S3 is reached. */
import { describe, expect, test } from 'vitest';
import { openBlobStore } from '../../../../src/cli/store.js';
import { loadConfig } from '../../../../src/config/index.js';
import { s3Place } from '../../../../src/jobs/documents/s3/place.js';
import { newHome } from '../../../helpers/cli.js';

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'geheim' };

describe('the URL of the objects', () => {
  test.each<[string, Record<string, string>, string]>([
    ['s3://docs/jobs', { AWS_REGION: 'eu-central-1' }, 'https://docs.s3.eu-central-1.amazonaws.com/jobs/'],
    ['s3://docs', { AWS_DEFAULT_REGION: 'us-west-2' }, 'https://docs.s3.us-west-2.amazonaws.com/'],
    ['s3://docs/', { AWS_REGION: 'cn-north-1' }, 'https://docs.s3.cn-north-1.amazonaws.com.cn/'],
    [
      's3://docs.example.org/a/b/',
      { AWS_REGION: 'eu-west-1' },
      'https://s3.eu-west-1.amazonaws.com/docs.example.org/a/b/',
    ],
    ['s3://docs/jobs', { AWS_ENDPOINT_URL_S3: 'http://minio:9000' }, 'http://minio:9000/docs/jobs/'],
    ['s3://docs/jobs', { AWS_ENDPOINT_URL: 'https://ceph.example.org/s3/' }, 'https://ceph.example.org/s3/docs/jobs/'],
    [
      's3://docs',
      { AWS_ENDPOINT_URL: 'https://a.example.org', AWS_ENDPOINT_URL_S3: 'https://b.example.org' },
      'https://b.example.org/docs/',
    ],
  ])('%s with %j', (text, env, url) => {
    expect(s3Place(text, { ...KEYS, ...env }).url).toBe(url);
  });
});

test('a service of its own needs no region, and credentials may be temporary', () => {
  const env = { ...KEYS, AWS_ENDPOINT_URL_S3: 'http://minio:9000', AWS_SESSION_TOKEN: 'token', AWS_REGION: '' };
  expect(s3Place('s3://docs/jobs/', env)).toMatchObject({
    name: 's3://docs/jobs',
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'geheim', sessionToken: 'token' },
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['https://docs.example.org/jobs', {}, /s3:\/\/bucket/],
  ['s3://', {}, /s3:\/\/bucket/],
  ['s3://Docs', {}, /s3:\/\/bucket/],
  ['s3://docs/../other', {}, /s3:\/\/bucket/],
  ['s3://docs/a//b', {}, /s3:\/\/bucket/],
  ['s3://docs/a?b', {}, /s3:\/\/bucket/],
  ['s3://key:geheim@docs', {}, /s3:\/\/bucket/],
  ['s3://docs', { AWS_REGION: '' }, /AWS_REGION/],
  ['s3://docs', { AWS_REGION: 'evil.example.org/' }, /AWS_REGION/],
  ['s3://docs', { AWS_SECRET_ACCESS_KEY: '' }, /AWS_SECRET_ACCESS_KEY/],
  ['s3://docs', { AWS_ACCESS_KEY_ID: 'AKIA\n' }, /white space/],
  ['s3://docs', { AWS_SECRET_ACCESS_KEY: 'geheim\n' }, /white space/],
  ['s3://docs', { AWS_ENDPOINT_URL_S3: 'minio:9000' }, /AWS_ENDPOINT_URL_S3/],
  ['s3://docs', { AWS_ENDPOINT_URL_S3: 'https://key:geheim@minio' }, /AWS_ENDPOINT_URL_S3/],
])('%s with %j is refused, and no secret is repeated', (text, env, message) => {
  const given = { ...KEYS, AWS_REGION: 'eu-central-1', ...env };
  expect(() => s3Place(text, given)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  expect(() => s3Place(text, given)).toThrow(message);
  expect(() => s3Place(text, given)).not.toThrow(/geheim/);
});

test('it needs a store', async () => {
  const env = { DOCCONV_HOME: newHome(), DOCCONV_JOB_DOCUMENTS: 's3://docs', AWS_REGION: 'eu-central-1', ...KEYS };
  await expect(openBlobStore(loadConfig({ env }).values, env)).rejects.toThrow('jobDocuments needs store');
});
