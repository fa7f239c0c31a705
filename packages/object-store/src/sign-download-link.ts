import { createHash, createHmac } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'

export interface LinkOptions {
  expiresInSeconds: number
  /** Start of the link's validity. */
  now: Date
  /** The file name in the browser. */
  fileName: string
}

/**
 * GET by AWS Signature Version 4 in the query string, unsigned body:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * The response is always an attachment, so that no page of a bucket runs in a browser under the store's address.
 */
export async function signDownloadLink(
  client: S3Client,
  bucket: string,
  key: string,
  options: LinkOptions,
): Promise<string> {
  const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials()
  const region = await client.config.region()
  const base = await originOf(client, bucket, region)
  const path = `${base.path}/${key.split('/').map(encode).join('/')}`
  const time = options.now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(options.expiresInSeconds),
    ...(sessionToken === undefined ? {} : { 'X-Amz-Security-Token': sessionToken }),
    'X-Amz-SignedHeaders': 'host',
    'response-content-disposition': `attachment; filename*=UTF-8''${encode(options.fileName)}`,
  })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const request = ['GET', path, query, `host:${base.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(request).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')
  const signingKey = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<Buffer>(
    (signer, text) => createHmac('sha256', signer).update(text).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const signature = createHmac('sha256', signingKey).update(toSign).digest('hex')
  return `${base.protocol}//${base.host}${path}?${query}&X-Amz-Signature=${signature}`
}

async function originOf(client: S3Client, bucket: string, region: string) {
  const given = await client.config.endpoint?.()
  const protocol = given?.protocol ?? 'https:'
  const port = given?.port === undefined ? '' : `:${given.port}`
  const host = given === undefined ? `s3.${region}.amazonaws.com` : `${given.hostname}${port}`
  return client.config.forcePathStyle
    ? { protocol, host, path: `/${encode(bucket)}` }
    : { protocol, host: `${bucket}.${host}`, path: '' }
}

/** RFC 3986: encodes everything but unreserved characters, more than encodeURIComponent does. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
