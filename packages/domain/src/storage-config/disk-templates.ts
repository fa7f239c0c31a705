import type { DiskDraft } from './storage-draft.ts'

export interface DiskTemplate {
  id: string
  label: string
  /** When to use it, and what to know about it. */
  note: string
  disk: DiskDraft
}

/** Starting points. Each is complete except for names and keys. */
export const diskTemplates: readonly DiskTemplate[] = [
  {
    id: 'local',
    label: 'Local disk',
    note: 'Another folder or file system of the machine.',
    disk: { name: 'fast', settings: { type: 'local', path: '/mnt/fast/clickhouse/' } },
  },
  {
    id: 'aws',
    label: 'AWS S3',
    note: 'Uses the role of the machine. Or enter both keys.',
    disk: {
      name: 's3',
      settings: {
        type: 's3',
        endpoint: 'https://my-bucket.s3.eu-central-1.amazonaws.com/clickhouse/{node}/',
        region: 'eu-central-1',
        use_environment_credentials: 'true',
        s3_retry_attempts: '5',
      },
    },
  },
  {
    id: 'minio',
    label: 'S3-compatible store (MinIO and others)',
    note: 'Path-style addresses: host, bucket, prefix.',
    disk: {
      name: 's3',
      settings: {
        type: 's3',
        endpoint: 'https://store.example.com/my-bucket/clickhouse/{node}/',
        region: 'us-east-1',
        access_key_id: { fromEnv: 'CLICKHOUSE_S3_KEY_ID' },
        secret_access_key: { fromEnv: 'CLICKHOUSE_S3_SECRET' },
        s3_retry_attempts: '5',
      },
    },
  },
  {
    id: 'azure',
    label: 'Azure blob storage',
    note: 'Direct access. Each node has its own container.',
    disk: {
      name: 'azure',
      settings: {
        type: 'azure_blob_storage',
        storage_account_url: 'https://myaccount.blob.core.windows.net',
        container_name: 'clickhouse-{shard}-{replica}',
        account_name: { fromEnv: 'CLICKHOUSE_AZURE_ACCOUNT' },
        account_key: { fromEnv: 'CLICKHOUSE_AZURE_KEY' },
      },
    },
  },
  {
    id: 's3proxy',
    label: 'Azure through s3proxy',
    note: 'An S3 disk on a gateway. About half as fast as direct access to Azure. Run the gateway near the nodes.',
    disk: {
      name: 'azure_s3',
      settings: {
        type: 's3',
        endpoint: 'http://s3proxy.internal:8080/my-container/clickhouse/{node}/',
        region: 'us-east-1',
        access_key_id: { fromEnv: 'S3PROXY_IDENTITY' },
        secret_access_key: { fromEnv: 'S3PROXY_CREDENTIAL' },
        s3_retry_attempts: '5',
      },
    },
  },
  {
    id: 'cache',
    label: 'Cache over object storage',
    note: 'Keeps read data on a local disk. Policies must use the cache, not the disk behind it.',
    disk: {
      name: 's3_cache',
      settings: { type: 'cache', disk: 's3', path: 's3_cache/', max_size: '100Gi' },
    },
  },
]
