/** Where documents are in S3, and how it is reached: the setting `jobDocuments`, and the variables that programs for S3 have in common. */
import { DocconvError } from '../../../errors.js';
import { parseServiceUrl } from '../../../system/url.js';

export interface S3Place {
  /** s3://bucket/prefix */
  readonly name: string;
  /** Of all objects; ends with a slash. */
  readonly url: string;
  readonly region: string;
  readonly credentials: S3Credentials;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that are the same in a URL and in its signature. */
const PREFIX = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** @param text the setting jobDocuments. Throws CONFIG_INVALID. */
export function s3Place(text: string, env: Environment): S3Place {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*?)\/?$/.exec(text) ?? [];
  if (!BUCKET.test(bucket) || (prefix !== '' && !PREFIX.test(prefix)))
    throw invalid('jobDocuments is not the place of an S3 bucket. Write it like s3://bucket or s3://bucket/docconv.');
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || null;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint === null ? null : 'us-east-1');
  if (region === null)
    throw invalid('jobDocuments needs the region of the bucket, as AWS_REGION, or a service in AWS_ENDPOINT_URL_S3.');
  const base = endpoint === null ? amazonUrl(bucket, region) : `${requireEndpoint(endpoint)}/${bucket}`;
  const path = prefix === '' ? '' : `/${prefix}`;
  return { name: `s3://${bucket}${path}`, url: `${base}${path}/`, region, credentials: credentialsOf(env) };
}

/** The certificate of AWS does not cover names of buckets with dots. */
function amazonUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const url = bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  if (!/^[a-z0-9-]+$/.test(region))
    throw invalid('AWS_REGION is not the name of a region. Write it like eu-central-1.');
  return url;
}

/** Without the text, which may contain a password. */
function requireEndpoint(text: string): string {
  const url = parseServiceUrl(text);
  if (!url || !/^[\w./-]*$/.test(url.pathname))
    throw invalid('AWS_ENDPOINT_URL_S3 is not the URL of a service. Write it like https://minio.example.org:9000.');
  return url.href.replace(/\/+$/, '');
}

function credentialsOf(env: Environment): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  if (!accessKeyId || !secretAccessKey)
    throw invalid('jobDocuments needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (![accessKeyId, secretAccessKey, token ?? ''].every(text => /^[\x21-\x7e]*$/.test(text)))
    throw invalid('AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN must not contain white space.');
  return { accessKeyId, secretAccessKey, ...(token && { sessionToken: token }) };
}

function invalid(message: string): DocconvError {
  return new DocconvError('CONFIG_INVALID', message);
}
