import { gzipSync } from 'node:zlib'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import type { Role } from '../../../platform/base/actor.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { startConsole, type TestConsole } from '../../../platform/reading/testing/start-console.ts'
import { createSource } from '../../source/index.ts'
import type { createLoadTable, LoadDraft } from '../index.ts'

export const csv = { format: 'CSVWithNames', compression: 'gzip' } as const
export const readColumns = [
  { name: 'id', type: 'Int64' },
  { name: 'at', type: 'DateTime' },
  { name: 'size', type: 'Nullable(Int64)' },
]

/** Two shards, and a source with three small objects to load into `shop.landed`. */
export interface LoadScene {
  console: TestConsole
  store: ObjectStore
  sourceId: string
  bucket: string
  ctx(role?: Role): ServiceContext
  source(glob: string): LoadDraft['source']
  sample(key: string): { cluster: string; source: { id: string; bucket: string; key: string } }
  /** The table that the objects fit. */
  wanted(): Parameters<typeof createLoadTable>[1]['wanted']
  draft(change?: Partial<LoadDraft>): LoadDraft
  stop(): Promise<void>
}

export async function openLoadScene(): Promise<LoadScene> {
  const console = await startConsole({ shards: 2, embeddedOnly: true })
  await console.askAll('CREATE DATABASE shop')
  const { cluster } = console
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = console.stack.objectStore
  const store = createObjectStore(console.stack.objectStore)
  const ctx = (role: Role = 'operator'): ServiceContext => ({
    ...console.ctx,
    actor: { type: 'user', id: role, name: `${role}@example.com`, role },
  })
  const { id: sourceId } = await createSource(ctx('admin'), {
    ...{ name: 'Store', auth: 'keys', endpoint, region, buckets: [bucket], accessKeyId, secretAccessKey },
  })
  const put = async (key: string, body: string | Buffer) => {
    const { kind } = await store.put(bucket, key, body)
    if (kind !== 'ok') throw new Error(`${key} was not stored: ${kind}`)
  }
  for (const month of ['01', '02', '03']) {
    const rows = [1, 2, 3].map((id) => `${id},2024-${month}-0${id} 10:00:00,${id === 2 ? '' : id * 100}`)
    await put(`trips/${month}.csv.gz`, gzipSync(`id,at,size\n${rows.join('\n')}\n`))
  }
  await put('trips/readme.txt', 'no rows')
  await put('trips/empty.csv.gz', '')
  const source = (glob: string): LoadDraft['source'] => ({
    ...{ id: sourceId, bucket, selection: { kind: 'glob', glob } },
  })
  return {
    ...{ console, store, sourceId, bucket, ctx, source },
    sample: (key) => ({ cluster, source: { id: sourceId, bucket, key } }),
    wanted: () => ({
      database: 'shop',
      table: 'landed',
      columns: [
        { name: 'id', type: 'Int64' },
        { name: 'at', type: 'DateTime' },
        { name: 'size', type: 'UInt8' },
      ],
      engine: 'MergeTree',
      orderBy: '(id, at)',
      partitionBy: 'toYYYYMM(at)',
      ttl: 'at + INTERVAL 50 YEAR',
      storagePolicy: '',
      cluster: console.stack.clickhouse.clusterName,
      shardingKey: 'cityHash64(id)',
    }),
    draft: (change = {}) => ({
      cluster,
      source: source('trips/*.csv.gz'),
      read: { ...csv, columns: readColumns },
      target: { database: 'shop', table: 'landed' },
      mapping: [
        { column: 'id', expression: 'id' },
        { column: 'at', expression: 'at' },
        { column: 'size', expression: 'least(size, 255)' },
      ],
      ...change,
    }),
    async stop() {
      store.close()
      await console.stop()
    },
  }
}
