import { S3Client } from '@aws-sdk/client-s3'

export interface ObjectStoreOptions {
  /** `http(s)://host:port`; leave out for Amazon S3 of the region. */
  endpoint?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: true for nearly every store that is not Amazon's. */
  forcePathStyle?: boolean | undefined
  /** Limit of one attempt without traffic. Default 30 s. */
  requestTimeoutMs?: number | undefined
  /** Attempts of the SDK itself (throttling, 5xx, broken connections). Default 3. */
  maxAttempts?: number | undefined
}

export function openStoreClient(options: ObjectStoreOptions): S3Client {
  return new S3Client({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    region: options.region,
    forcePathStyle: options.forcePathStyle ?? options.endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    maxAttempts: options.maxAttempts ?? 3,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      throwOnRequestTimeout: true,
    },
  })
}
