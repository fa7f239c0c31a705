import { join } from 'node:path'
import type { XmlValue } from './xml.ts'

export interface ObjectStoreAccess {
  /** Without the bucket, for example `http://127.0.0.1:9000`. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region?: string
}

export interface StorageOptions {
  readonly objectStore: ObjectStoreAccess
  /** Key prefix of this node only, without slashes at the ends. Two nodes with one prefix destroy each other's data. */
  readonly keyPrefix: string
  readonly dataDir: string
  readonly cacheSizeBytes: number
  /** Space that the local disks keep free; tests use it to make a small disk. */
  readonly hotKeepFreeSpaceBytes: number
  readonly s3RetryAttempts: number
}

/**
 * Disks: `default` and `hot2` (local), `cold` (S3), `cold_cache` (a cache over it, declared after it). Policies:
 * `tiered`; `default_tiered`, to which a table on `default` can be extended because its first volume has that name;
 * `jbod_tiered`, whose hot volume has two disks. move_factor 0: nothing moves because a disk fills up, so that every
 * move has a known cause.
 */
export function storageConfiguration(options: StorageOptions): XmlValue {
  const { objectStore } = options
  const keepFree = { keep_free_space_bytes: options.hotKeepFreeSpaceBytes }
  const cold = { disk: 'cold_cache' }
  return {
    disks: {
      default: keepFree,
      hot2: { type: 'local', path: join(options.dataDir, 'hot2/'), ...keepFree },
      cold: {
        type: 's3',
        endpoint: `${objectStore.endpoint}/${objectStore.bucket}/${options.keyPrefix}/`,
        access_key_id: objectStore.accessKeyId,
        secret_access_key: objectStore.secretAccessKey,
        region: objectStore.region ?? 'us-east-1',
        s3_retry_attempts: options.s3RetryAttempts,
        // The check would keep a node from starting while the store is down.
        skip_access_check: 'true',
      },
      cold_cache: {
        type: 'cache',
        disk: 'cold',
        path: 'cold_cache/',
        max_size: options.cacheSizeBytes,
      },
    },
    policies: {
      tiered: { volumes: { hot: { disk: 'default' }, cold }, move_factor: 0 },
      default_tiered: { volumes: { default: { disk: 'default' }, cold }, move_factor: 0 },
      jbod_tiered: { volumes: { hot: { disk: ['default', 'hot2'] }, cold }, move_factor: 0 },
    },
  }
}
