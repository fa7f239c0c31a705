import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { S3Client } from '@aws-sdk/client-s3'

export interface ObjectStoreOptions {
  /** `http(s)://host:port`; omit for Amazon S3 of the region. */
  endpoint?: string | undefined
  region: string
  /** Omitted, together with the secret: the process's own environment (variables, profile, role). */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: needed for nearly every store that is not Amazon's. */
  forcePathStyle?: boolean | undefined
  /** Limit of one attempt without traffic. Default 30 s. */
  requestTimeoutMs?: number | undefined
  /** Attempts of the SDK itself (throttling, 5xx, broken connections). Default 3. */
  maxAttempts?: number | undefined
  /** Resolves the store's host for each connection, and may reject it. Default: the system resolver. */
  lookup?: LookupFunction | undefined
}

export function openStoreClient(options: ObjectStoreOptions): S3Client {
  const { endpoint, accessKeyId, secretAccessKey, lookup } = options
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined
  const agent = lookup === undefined ? { keepAlive: true } : { keepAlive: true, lookup }
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region: options.region,
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    ...(hasKeys ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts: options.maxAttempts ?? 3,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  })
}
