import { setTimeout as sleep } from 'node:timers/promises'
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { oldestWriter } from '@frostline/clickhouse'
import type { BucketAudit, Run } from '@frostline/db'
import {
  type BucketFindingView,
  type ClusterDirectory,
  listBucketFindings,
  type ServiceContext,
  type StartBucketAuditInput,
  startBucketAudit,
} from '@frostline/services'
import { bucketAuditWork } from '../bucket-audit/run-bucket-audit.ts'
import { driveRun } from '../run/carry-out-run.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps, silentAnnouncer } from './lab-deps.ts'
import type { LabOptions } from './lab-parts.ts'
import { openLoadLab, sourceAddresses } from './load-lab.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Like the server's object names on a disk. */
export function randomObjectName(): string {
  const word = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
  return `${word(3)}/${word(29)}`
}

export type BucketLab = Awaited<ReturnType<typeof openBucketLab>>

/** Nodes whose cold disks are in one bucket, each with a prefix of its own, and a source that reaches it. */
export async function openBucketLab(options: LabOptions) {
  const lab = await openLoadLab({ ...options, looksIntoBucket: true })
  const prefixOf = (node: string) => `demo/${node}/`
  const asRole = (role: 'viewer' | 'operator' | 'admin', name = `${role}@lab`): ServiceContext => ({
    ...lab.loadCtx,
    actor: { ...lab.ctx.actor, role, name, id: name },
  })
  const deps = () => labDeps(lab, { sourceAddresses })
  const announcer = silentAnnouncer

  async function runAll(query: string): Promise<void> {
    for (const [, client] of lab.admins) await client.command({ query })
  }

  /** How long the oldest work that may write to the bucket has been running, on any node. */
  async function oldestWorkMs(): Promise<number> {
    const { nodes } = await lab.ctx.clusters.get(lab.clusterId)
    const answers = await Promise.all(
      nodes.map(({ client }) => client.query(oldestWriter, { fetches: false })),
    )
    return Math.max(0, ...answers.map(({ rows: [row] }) => (row?.seconds ?? 0) * 1_000))
  }

  async function listLive(): Promise<string[]> {
    const answers = await Promise.all(
      lab.admins.map(([, client]) =>
        lab.rows<{ key: string }>(
          client,
          `SELECT remote_path AS key FROM system.remote_data_paths WHERE disk_name = 'cold'
             SETTINGS traverse_shadow_remote_data_paths = 1`,
        ),
      ),
    )
    return answers.flat().map(({ key }) => key)
  }

  async function listKeys(prefix = 'demo/'): Promise<string[]> {
    const keys: string[] = []
    for await (const page of lab.objects.list(lab.bucket, { prefix }))
      keys.push(...page.objects.map(({ key }) => key))
    return keys
  }

  /** What earlier tests have left in a bucket is no orphan of this one. */
  async function removeStrays(): Promise<void> {
    const live = new Set(await listLive())
    for (const key of await listKeys('')) if (!live.has(key)) await lab.remove(key)
  }
  if (!lab.clickhouse.ours) await removeStrays()

  return {
    ...lab,
    deps,
    listKeys,
    /** What any node needs now, including frozen parts. */
    listLive,
    removeStrays,
    announcer,
    asRole,
    prefixOf,
    runAll,

    async ask<Row>(node: string, query: string): Promise<Row[]> {
      const client = lab.admins.find(([name]) => name === node)?.[1]
      if (!client) throw new Error(`There is no node ${node}.`)
      return lab.rows<Row>(client, query)
    },

    /** Some 20 objects for each of `parts` parts on every node. */
    async createCold(table: string, parts: number): Promise<void> {
      await runAll(`CREATE TABLE lab.${table} (p UInt32, id UInt64, text String) ENGINE = MergeTree PARTITION BY p ORDER BY id
        SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
      await runAll(`INSERT INTO lab.${table} SELECT number % ${parts}, number, toString(number) FROM numbers(${parts * 100})
        SETTINGS max_partitions_per_insert_block = 0`)
      for (let part = 0; part < parts; part++)
        await runAll(`ALTER TABLE lab.${table} MOVE PARTITION ID '${part}' TO VOLUME 'cold'`)
    },

    start(change: Partial<StartBucketAuditInput> = {}): Promise<{ id: string }> {
      return startBucketAudit(asRole('operator'), {
        ...{ cluster: lab.clusterId, sourceId: lab.sourceId, bucket: lab.bucket, prefixes: ['demo/'] },
        ...{ graceMinutes: 0, ...change },
      })
    },

    /** Drives it like a new worker process, in this one. */
    async drive(
      auditId: string,
      patienceMs = 60_000,
      clusters: ClusterDirectory = lab.ctx.clusters,
    ): Promise<Run & Pick<BucketAudit, 'objects' | 'obstacle'>> {
      const run = await driveOnce({ ...deps(), clusters }, bucketAuditWork(patienceMs), auditId)
      const { objects, obstacle } = await lab.db.bucketAudit.findUniqueOrThrow({ where: { id: auditId } })
      return { ...run, objects, obstacle }
    },

    /** Stops like a killed worker, at the given one of its progress notifications. Returns whether it reached it. */
    async crash(auditId: string, at: number): Promise<boolean> {
      const { generation } = await lab.db.run.findUniqueOrThrow({ where: { id: auditId } })
      let told = 0
      const killing = {
        announce() {
          told += 1
          if (told === at) throw new Error('killed')
        },
      }
      const ref = { kind: 'bucket-audit' as const, id: auditId, generation }
      return driveRun(deps(), killing, bucketAuditWork(), ref).then(
        () => false,
        (error: unknown) => {
          if (error instanceof Error && error.message === 'killed') return true
          throw error
        },
      )
    },

    async findings(auditId: string, kind: BucketFindingView['kind']): Promise<BucketFindingView[]> {
      const all: BucketFindingView[] = []
      for (let after: number | null = 0; after !== null; ) {
        const page = await listBucketFindings(asRole('viewer'), { id: auditId, kind, after, limit: 500 })
        all.push(...page.findings)
        after = page.next
      }
      return all
    },

    /**
     * An unfinished multipart upload with one part of a byte, started after all earlier work has ended, since that
     * might own it.
     */
    async leaveUpload(key: string): Promise<void> {
      const { endpoint, accessKeyId, secretAccessKey } = lab.store
      const client = new S3Client({
        ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
        credentials: { accessKeyId, secretAccessKey },
      })
      const at = { Bucket: lab.bucket, Key: key }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
      await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'x' }))
      client.destroy()
      // The store reports times in whole seconds.
      const leftAt = performance.now() + 1_000
      while ((await oldestWorkMs()) > performance.now() - leftAt) await sleep(100)
    },
  }
}
