import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStoreAccess } from '../clickhouse/storage-config.ts'

/** A bucket for one test run and this run's own prefix in it. */
export interface TestObjectStore extends ObjectStoreAccess {
  readonly region: string
  /** Without slashes at the ends. */
  readonly keyPrefix: string
}

/**
 * The store of FROSTLINE_TEST_S3_ENDPOINT, _BUCKET (default `frostline-test`, it must exist),
 * _ACCESS_KEY_ID, _SECRET_ACCESS_KEY and _REGION; `null` when no endpoint is set.
 */
export function readGivenObjectStore(
  env: Readonly<Record<string, string | undefined>>,
  keyPrefix: string,
): TestObjectStore | null {
  const endpoint = env.FROSTLINE_TEST_S3_ENDPOINT
  if (!endpoint) return null
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket: env.FROSTLINE_TEST_S3_BUCKET ?? 'frostline-test',
    accessKeyId: env.FROSTLINE_TEST_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.FROSTLINE_TEST_S3_SECRET_ACCESS_KEY ?? '',
    region: env.FROSTLINE_TEST_S3_REGION ?? 'us-east-1',
    keyPrefix,
  }
}

export function connectObjectStore(store: TestObjectStore): S3Client {
  return new S3Client({
    endpoint: store.endpoint,
    region: store.region,
    forcePathStyle: true,
    credentials: { accessKeyId: store.accessKeyId, secretAccessKey: store.secretAccessKey },
  })
}

/** Keys of the bucket under a prefix, all pages. */
export async function listKeys(store: TestObjectStore, prefix: string): Promise<string[]> {
  const client = connectObjectStore(store)
  const keys: string[] = []
  try {
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: store.bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      )
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key)
      token = page.NextContinuationToken
    }
  } finally {
    client.destroy()
  }
  return keys
}

/** Removes what this run left in a store that is not ours to delete. */
export function emptyPrefix(store: TestObjectStore): Promise<void> {
  return deleteBelow(store, `${store.keyPrefix}/`)
}

/** All objects of the bucket, and unfinished uploads. */
export async function emptyBucket(store: TestObjectStore): Promise<void> {
  const client = connectObjectStore(store)
  try {
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: store.bucket }))
    for (const { Key, UploadId } of Uploads ?? [])
      await client.send(new AbortMultipartUploadCommand({ Bucket: store.bucket, Key, UploadId }))
  } finally {
    client.destroy()
  }
  await deleteBelow(store, '')
}

async function deleteBelow(store: TestObjectStore, prefix: string): Promise<void> {
  const keys = await listKeys(store, prefix)
  const client = connectObjectStore(store)
  try {
    for (let at = 0; at < keys.length; at += 1000) {
      const Objects = keys.slice(at, at + 1000).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket: store.bucket, Delete: { Objects } }))
    }
  } finally {
    client.destroy()
  }
}
