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
    throw new DocconvError('CONFIG_INVALID.s3-place');
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || null;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint === null ? null : 'us-east-1');
  if (region === null) throw new DocconvError('CONFIG_INVALID.s3-region-missing');
  const base = endpoint === null ? amazonUrl(bucket, region) : `${requireEndpoint(endpoint)}/${bucket}`;
  const path = prefix === '' ? '' : `/${prefix}`;
  return { name: `s3://${bucket}${path}`, url: `${base}${path}/`, region, credentials: credentialsOf(env) };
}

/** The certificate of AWS does not cover names of buckets with dots. */
function amazonUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const url = bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  if (!/^[a-z0-9-]+$/.test(region)) throw new DocconvError('CONFIG_INVALID.s3-region');
  return url;
}

/** Without the text, which may contain a password. */
function requireEndpoint(text: string): string {
  const url = parseServiceUrl(text);
  if (!url || !/^[\w./-]*$/.test(url.pathname)) throw new DocconvError('CONFIG_INVALID.s3-endpoint');
  return url.href.replace(/\/+$/, '');
}

function credentialsOf(env: Environment): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  if (!accessKeyId || !secretAccessKey) throw new DocconvError('CONFIG_INVALID.s3-credentials-missing');
  if (![accessKeyId, secretAccessKey, token ?? ''].every(text => /^[\x21-\x7e]*$/.test(text)))
    throw new DocconvError('CONFIG_INVALID.s3-credentials');
  return { accessKeyId, secretAccessKey, ...(token && { sessionToken: token }) };
}
