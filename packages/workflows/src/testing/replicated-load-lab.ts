import { randomUUID } from 'node:crypto'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { createSource, getLoad, type LoadDetail, type LoadDraft, startLoad } from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { loadWork } from '../load-job/run-load-job.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps } from './lab-deps.ts'

export interface ReplicatedLoadLab extends ReplicatedLab {
  /** CSV with day, id and text, below the prefix of this lab; ids count up from `from`. */
  putRows(key: string, day: string, from: number, rows: number): Promise<void>
  /** A ReplicatedMergeTree for these rows, partitioned by month. */
  createTarget(table: string): Promise<void>
  draft(table: string, glob?: string): LoadDraft & { source: { selection: { kind: 'glob'; glob: string } } }
  request(table: string, change: Partial<LoadDraft>, glob?: string): Promise<string>
  /** Drives it like a worker, in this process. */
  drive(id: string, change?: Parameters<typeof labDeps>[1]): Promise<LoadDetail>
  /** Rows and distinct ids of each shard, from each of its replicas, when they are equal. */
  countRows(table: string): Promise<{ rows: number; ids: number; shards: number[] }>
  /** Tables of the load on all nodes. */
  listStaging(id: string): Promise<unknown[]>
}

/** The replicas with a source of objects, for loads that a test drives. */
export async function openReplicatedLoadLab(): Promise<ReplicatedLoadLab> {
  const lab = await openReplicatedLab()
  const access = lab.replicas.store
  if (!access) throw new Error('These tests need the store of the replicas.')
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = access
  const prefix = `loads-${randomUUID()}/`
  const store: ObjectStore = createObjectStore(access)
  const { id: sourceId } = await createSource(lab.as('admin'), {
    ...{ name: 'Store', auth: 'keys', endpoint, region, buckets: [bucket], accessKeyId, secretAccessKey },
  })
  const types = { day: 'Date', id: 'UInt64', text: 'String' }
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }))
  const draft = (table: string, glob = '*.csv') => ({
    cluster: lab.cluster,
    source: { id: sourceId, bucket, selection: { kind: 'glob' as const, glob: `${prefix}${glob}` } },
    read: { format: 'CSVWithNames' as const, compression: 'none' as const, columns },
    target: { database: lab.database, table },
    mapping: columns.map(({ name: column }) => ({ column, expression: column })),
  })
  return {
    ...lab,

    async putRows(key, day, from, rows) {
      const lines = Array.from({ length: rows }, (_, row) => `${day},${from + row},text ${from + row}`)
      await store.put(bucket, `${prefix}${key}`, `day,id,text\n${lines.join('\n')}\n`)
    },

    createTarget: (table) =>
      lab.createTable(table, {
        columns: columns.map(({ name, type }) => `${name} ${type}`).join(', '),
        orderBy: 'id',
        partitionBy: 'toYYYYMM(day)',
      }),

    draft,

    async request(table, change, glob) {
      const { id } = await startLoad(lab.as('operator'), { ...draft(table, glob), ...change })
      return id
    },

    async drive(id, change = {}) {
      const deps = { ...labDeps(lab, change), sourceAddresses: lab.ctx.sourceAddresses }
      await driveOnce(deps, loadWork, id)
      return getLoad(lab.as('viewer'), { id })
    },

    async countRows(table) {
      await lab.waitForEqualReplicas(table)
      const found = await lab.askAll<{ ids: string[] }>(
        `SELECT groupArray(toString(id)) AS ids FROM ${lab.database}.\`${table}\``,
      )
      const first = lab.replicas.nodes.findIndex(({ shard }) => shard === 2)
      const shards = [found[0], found[first]].map((rows) => rows?.[0]?.ids ?? [])
      const all = shards.flat()
      return { rows: all.length, ids: new Set(all).size, shards: shards.map((own) => own.length) }
    },

    listStaging: async (id) =>
      (
        await lab.askAll(
          `SELECT name FROM system.tables WHERE database = '${lab.database}' AND startsWith(name, 'frostline_load_${id.replaceAll('-', '')}')`,
        )
      ).flat(),

    async close() {
      for await (const page of store.list(bucket, { prefix }))
        for (const { key } of page.objects) await store.delete(bucket, key)
      store.close()
      await lab.close()
    },
  }
}
