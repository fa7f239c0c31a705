import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type LoadJob, type NewLoadFile, type Run, storeLoadJob } from '@frostline/db'
import { type LoadSpec, loadSpec, planBatches } from '@frostline/domain'
import { createObjectStore } from '@frostline/object-store'
import { createSource, parseAddressRanges } from '@frostline/services'
import type { z } from 'zod'
import type { WorkflowDeps } from '../deps.ts'
import { loadWork } from '../load-job/run-load-job.ts'
import { driveOnce } from './drive-once.ts'
import type { LabOptions } from './lab-parts.ts'
import { openMigrationLab } from './migration-lab.ts'

export const sourceAddresses = parseAddressRanges(['127.0.0.0/8'])
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A load with its run. */
export type LabLoad = LoadJob & Run

export type LoadLab = Awaited<ReturnType<typeof openLoadLab>>
type SpecChange = Partial<Omit<z.input<typeof loadSpec>, 'source' | 'target' | 'landing'>> & {
  /** Like a replicated table, which the embedded engine does not have. */
  replicated?: boolean
}

/** Real environment of a load: a bucket, a source, tables on each node with a Distributed one over them. */
export async function openLoadLab(options: LabOptions) {
  const lab = await openMigrationLab(options)
  const { endpoint, region, accessKeyId, secretAccessKey } = lab.store
  const bucket = createObjectStore({ endpoint, region, accessKeyId, secretAccessKey })
  const adminCtx = { ...lab.ctx, actor: { ...lab.ctx.actor, role: 'admin' as const }, sourceAddresses }
  const source = await createSource(adminCtx, {
    name: 'lab',
    endpoint,
    region,
    buckets: [lab.bucket],
    auth: 'keys',
    accessKeyId,
    secretAccessKey,
  })
  const nodes = lab.clickhouse.nodes.map(({ name }) => name)
  const [first = ''] = nodes
  const [[, admin] = []] = lab.admins
  if (!admin) throw new Error('The lab has no node.')

  async function put(key: string, body: string | Uint8Array): Promise<void> {
    const outcome = await bucket.put(lab.bucket, key, body)
    if (outcome.kind !== 'ok') throw new Error(`${key} was not stored: ${outcome.message}`)
  }

  return {
    ...lab,
    /** The user that starts loads. */
    loadCtx: { ...lab.ctx, sourceAddresses },
    sourceId: source.id,
    /** The bucket as the console sees it. */
    objects: bucket,
    nodes,
    first,
    put,
    remove: (key: string) => bucket.delete(lab.bucket, key),
    cluster: lab.clickhouse.clusterName,

    /** `lab.<table>` on every node, and `lab.<table>_all` over them. */
    async createTarget(table: string, engine = 'MergeTree'): Promise<void> {
      for (const [, client] of lab.admins) {
        await client.command({
          query: `CREATE TABLE lab.${table} (day Date, id UInt64, text String, seen DateTime DEFAULT '2024-01-01 00:00:00')
            ENGINE = ${engine} PARTITION BY toYYYYMM(day) ORDER BY id`,
        })
        await client.command({
          query: `CREATE TABLE lab.${table}_all AS lab.${table} ENGINE = Distributed('${lab.clickhouse.clusterName}', 'lab', '${table}', id)`,
        })
      }
    },

    async dropTarget(table: string): Promise<void> {
      for (const [, client] of lab.admins)
        for (const name of [`${table}_all`, table, `${table}_bad`])
          await client.command({ query: `DROP TABLE IF EXISTS lab.${name} SYNC` })
    },

    /** `rows` lines from the given id on, over three months. @param badEvery the first of this many has no number. */
    async putCsv(
      key: string,
      fromId: number,
      rows: number,
      badEvery = Number.POSITIVE_INFINITY,
    ): Promise<void> {
      const lines = Array.from({ length: rows }, (_, index) => {
        const id = fromId + index
        const written = index % badEvery === 0 && Number.isFinite(badEvery) ? `bad${id}` : id
        return `${`2024-0${(id % 3) + 1}-15`},${written},"text ${id}"`
      })
      const text = `day,id,text\n${lines.join('\n')}\n`
      await put(key, key.endsWith('.gz') ? gzipSync(text) : text)
    },

    /** Stores a job over all objects under the prefix, like the verb, and leaves it queued. */
    async request(
      table: string,
      prefix: string,
      { replicated = false, ...change }: SpecChange = {},
    ): Promise<string> {
      const files: NewLoadFile[] = []
      for await (const page of bucket.list(lab.bucket, { prefix }))
        for (const { key, sizeBytes, etag, lastModified } of page.objects)
          files.push({ key, sizeBytes, etag, modifiedAt: lastModified })
      const spec: LoadSpec = loadSpec.parse({
        source: { id: source.id, bucket: lab.bucket, selection: { kind: 'glob', glob: `${prefix}**` } },
        read: {
          format: 'CSVWithNames',
          compression: 'none',
          columns: [
            { name: 'day', type: 'Date' },
            { name: 'id', type: 'UInt64' },
            { name: 'text', type: 'String' },
          ],
        },
        target: { database: 'lab', table: `${table}_all` },
        landing: { database: 'lab', table, nodes, replicated },
        mapping: [
          { column: 'day', expression: 'day' },
          { column: 'id', expression: 'id' },
          { column: 'text', expression: 'text' },
        ],
        strategy: { kind: 'split', nodes },
        batch: { maxBytes: '1000000000', maxObjects: 4 },
        ...change,
      })
      const batches = planBatches(
        files.map(({ key, ...file }) => ({ path: `${lab.bucket}/${key}`, ...file })),
        { maxBytes: BigInt(spec.batch.maxBytes), maxObjects: spec.batch.maxObjects },
      )
      const { id } = await lab.db.$transaction((tx) =>
        storeLoadJob(tx, {
          clusterId: lab.clusterId,
          sourceId: source.id,
          sourceName: 'lab',
          title: table,
          spec,
          checks: [],
          requestedById: null,
          requestedBy: 'operator@lab',
          files,
          batches,
          now: new Date(),
        }),
      )
      return id
    },

    /** Drives the job like a new worker process, in this one. */
    async drive(jobId: string, change: Partial<WorkflowDeps> = {}): Promise<LabLoad> {
      const deps: WorkflowDeps = {
        db: lab.db,
        clusters: lab.ctx.clusters,
        workerId: `worker/${randomUUID()}`,
        log: silent,
        now: () => new Date(),
        sourceAddresses,
        ...change,
      }
      const run = await driveOnce(deps, loadWork, jobId)
      return { ...(await lab.db.loadJob.findUniqueOrThrow({ where: { id: jobId } })), ...run }
    },

    async load(id: string): Promise<LabLoad> {
      const { run, ...job } = await lab.db.loadJob.findUniqueOrThrow({
        where: { id },
        include: { run: true },
      })
      return { ...job, ...run }
    },

    /** Rows and an order-independent sum of the cluster's table. */
    async sumTable(table: string): Promise<{ rows: string; sum: string }> {
      const [row] = await lab.rows<{ rows: string; sum: string }>(
        admin,
        `SELECT toString(count()) AS rows, toString(sum(cityHash64(day, id, text))) AS sum FROM lab.${table}_all`,
      )
      return row ?? { rows: '', sum: '' }
    },

    /** The same for lines that putCsv has put. @param isBad SQL over `number`: lines that are skipped. */
    async sumOf(rows: number, isBad = '0'): Promise<{ rows: string; sum: string }> {
      const [row] = await lab.rows<{ rows: string; sum: string }>(
        admin,
        `SELECT toString(count()) AS rows,
          toString(sum(cityHash64(toDate(concat('2024-0', toString(number % 3 + 1), '-15')), toUInt64(number), concat('text ', toString(number))))) AS sum
         FROM numbers(${rows}) WHERE NOT (${isBad})`,
      )
      return row ?? { rows: '', sum: '' }
    },

    /** Of a table of bad rows, over all nodes. */
    async sumBadRows(table: string): Promise<{ rows: string; distinct: string }> {
      const [row] = await lab.rows<{ rows: string; distinct: string }>(
        admin,
        `SELECT toString(count()) AS rows, toString(uniqExact(object, row_number, raw)) AS distinct
         FROM clusterAllReplicas('${lab.clickhouse.clusterName}', lab.${table})`,
      )
      return row ?? { rows: '', distinct: '' }
    },

    async listBadRows(table: string) {
      return lab.rows<{ job_id: string; object: string; row_number: string; reason: string; raw: string }>(
        admin,
        `SELECT job_id, object, toString(row_number) AS row_number, reason, raw
         FROM clusterAllReplicas('${lab.clickhouse.clusterName}', lab.${table}) ORDER BY object, toUInt64(row_number)`,
      )
    },

    /** Non-empty files in which nodes have recorded bad rows. */
    async listRecords(): Promise<string[]> {
      const left = await Promise.all(
        lab.admins.map(([, client]) =>
          lab.rows<{ name: string }>(
            client,
            `SELECT _file AS name FROM file('frostline_load_*', 'One') WHERE _size > 0`,
          ),
        ),
      )
      return left.flat().map(({ name }) => name)
    },

    async listStaging(): Promise<string[]> {
      const left = await Promise.all(
        lab.admins.map(([, client]) =>
          lab.rows<{ name: string }>(
            client,
            `SELECT name FROM system.tables WHERE database = 'lab' AND startsWith(name, 'frostline_load_')`,
          ),
        ),
      )
      return left.flat().map(({ name }) => name)
    },

    /**
     * Restarts nodes that ended by themselves, like a supervisor. A node of this mode aborts when a peer resets the
     * connection of an s3Cluster statement, which happens when one of its shards fails (26.7).
     */
    keepNodesUp(): { stop(): Promise<void> } {
      let stopped = false
      async function keep(): Promise<void> {
        while (!stopped) {
          for (const node of lab.clickhouse.nodes)
            if (!(await fetch(`${node.httpUrl}/ping`).catch(() => null)))
              await node.start().catch(() => undefined)
          await sleep(200)
        }
      }
      const keeping = keep()
      return {
        async stop() {
          stopped = true
          await keeping
        },
      }
    },

    listFiles: (jobId: string) => lab.db.loadFile.findMany({ where: { jobId }, orderBy: { ordinal: 'asc' } }),

    async close(): Promise<void> {
      bucket.close()
      await lab.close()
    },
  }
}
