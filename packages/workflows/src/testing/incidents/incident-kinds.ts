import type { CauseKind } from '@frostline/domain'
import type { IncidentLab } from './incident-lab.ts'
import { fillSmallDisk, mountSmallDisk } from './small-disk.ts'

export interface IncidentKind<Lab = IncidentLab> {
  name: string
  /** What is done to the cluster. */
  fault: string
  /** The true cause, by any of the names that are right for it. */
  causes: readonly CauseKind[]
  /** Where statements take so long that the usual time has too few of them. */
  faultMs?: number
  /** What must be there and at work before the usual time, and how it is removed. */
  prepare?: (lab: Lab) => Promise<() => Promise<unknown>>
  /** Begins the fault, and returns what takes it away. */
  begin: (lab: Lab) => Promise<() => Promise<unknown>>
}

const clockAheadMs = 20 * 60_000
const manyParts = 10_000

/** Under so much work the store of the lab answers as late as a real one that is overloaded. */
const overloadedMs = 450

export const incidentKinds: readonly IncidentKind[] = [
  {
    name: 'slow store',
    fault: 'Each GET takes 900 ms instead of 120 ms.',
    causes: ['store-slow'],
    async begin(lab) {
      await lab.slowStore(900)
      return () => lab.healStore()
    },
  },
  {
    name: 'throttled store',
    fault: 'Most GETs are answered with 503 SlowDown.',
    causes: ['store-throttled'],
    async begin(lab) {
      await lab.store.clearFaults()
      await lab.store.inject({ operation: 'GetObject', status: 503, code: 'SlowDown', probability: 0.95 })
      return () => lab.healStore()
    },
  },
  {
    name: 'credentials revoked',
    fault: 'The store refuses the access key with 403 InvalidAccessKeyId.',
    causes: ['credentials-revoked'],
    async begin(lab) {
      await lab.store.clearFaults()
      await lab.store.inject({ operation: '*', status: 403, code: 'InvalidAccessKeyId' })
      return () => lab.healStore()
    },
  },
  {
    name: 'cold cache after drop',
    fault: 'SYSTEM DROP FILESYSTEM CACHE on each node.',
    causes: ['cache-dropped'],
    async begin(lab) {
      for (const client of [lab.first, lab.second]) await lab.run('SYSTEM DROP FILESYSTEM CACHE', client)
      return () => lab.warm()
    },
  },
  {
    name: 'evicting scan',
    fault: 'A new query reads a table that is larger than the cache, again and again.',
    causes: ['scan'],
    async begin(lab) {
      const stops = [lab.first, lab.second].map((client) =>
        lab.repeat(() => 'SELECT max(cityHash64(text)) FROM lab.archive', 300, client),
      )
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
        await lab.warm()
      }
    },
  },
  {
    name: 'TTL storm',
    fault: 'MODIFY TTL sends a table to the store at once, which then answers late.',
    causes: ['ttl-moves', 'schema-changed'],
    async begin(lab) {
      for (const client of [lab.first, lab.second])
        await lab.run("ALTER TABLE lab.ttl MODIFY TTL day + INTERVAL 1 DAY TO VOLUME 'cold'", client)
      await lab.slowStore(overloadedMs)
      return () => lab.healStore()
    },
  },
  {
    name: 'mutation',
    fault: 'ALTER TABLE … UPDATE rewrites a table on the store, and with it what is cached.',
    causes: ['mutation'],
    async begin(lab) {
      for (const client of [lab.first, lab.second])
        await lab.run("ALTER TABLE lab.orders UPDATE text = concat(text, '.') WHERE 1", client)
      return () => lab.warm()
    },
  },
  {
    name: 'merge backlog',
    fault: 'SYSTEM STOP MERGES on a table that is inserted into.',
    causes: ['merges-stopped'],
    async begin(lab) {
      await lab.run('SYSTEM STOP MERGES lab.events')
      const stop = lab.repeat(
        () => "INSERT INTO lab.events SELECT today(), number, 'x' FROM numbers(60)",
        150,
      )
      return async () => {
        await stop()
        await lab.run('SYSTEM START MERGES lab.events')
        await lab.run('OPTIMIZE TABLE lab.events FINAL')
      }
    },
  },
  {
    name: 'part explosion',
    fault: 'A client sends single rows, many times a second, from several connections.',
    causes: ['new-parts'],
    async begin(lab) {
      const stops = Array.from({ length: 10 }, () =>
        lab.repeat(() => "INSERT INTO lab.events SELECT today(), number, 'x' FROM numbers(4)", 20),
      )
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
        await lab.run('OPTIMIZE TABLE lab.events FINAL')
      }
    },
  },
  {
    name: 'memory limit',
    fault: 'A report needs more memory than its limit.',
    causes: ['memory-limit'],
    async begin(lab) {
      return lab.repeat(
        () =>
          `SELECT number % 3, groupArray(toString(number)) FROM numbers(${2_000_000 + lab.draw(9)}) GROUP BY 1 SETTINGS max_memory_usage = 20000000`,
        500,
      )
    },
  },
  {
    name: 'config drift',
    fault: 'Clients send enable_filesystem_cache = 0 with queries that used the cache.',
    causes: ['setting-changed'],
    async begin(lab) {
      lab.sent.settings = { enable_filesystem_cache: 0 }
      return async () => {
        lab.sent.settings = {}
      }
    },
  },
  {
    name: 'DNS',
    fault: 'Queries read from a bucket whose host name cannot be resolved.',
    causes: ['dns-failed'],
    async begin(lab) {
      return lab.repeat(
        () =>
          "SELECT count() FROM s3('http://bucket.invalid/folder/x.csv', NOSIGN, 'CSV', 'a UInt8') SETTINGS s3_retry_attempts = 0",
        400,
      )
    },
  },
  {
    name: 'load too wide',
    fault: 'INSERT SELECT from s3() with many files, which the store answers late.',
    causes: ['load'],
    faultMs: 45_000,
    async begin(lab) {
      const { endpoint, accessKeyId, secretAccessKey } = lab.store
      const at = (file: string) =>
        `s3('${endpoint}/${lab.bucket}/wide/${file}.csv', '${accessKeyId}', '${secretAccessKey}', 'CSV', 'a UInt64, t String')`
      await lab.run('CREATE TABLE IF NOT EXISTS lab.wide (a UInt64, t String) ENGINE = MergeTree ORDER BY a')
      await lab.run(
        `INSERT INTO FUNCTION ${at('{_partition_id}')} PARTITION BY a % 16 SELECT number, randomPrintableASCII(500) FROM numbers(60000) SETTINGS s3_truncate_on_insert = 1`,
      )
      await lab.slowStore(overloadedMs)
      const stop = lab.repeat(
        () => `INSERT INTO lab.wide SELECT * FROM ${at('*')} SETTINGS max_threads = 16`,
        100,
      )
      return async () => {
        await stop()
        await lab.healStore()
      }
    },
  },
  {
    name: 'dead node',
    fault: 'A node is killed.',
    causes: ['node-away'],
    async begin(lab) {
      const node = lab.ownNode()
      await node.kill()
      return () => node.start()
    },
  },
  {
    name: 'start-up with many parts',
    fault: 'A node that has a table of 10,000 parts is killed and started.',
    causes: ['node-started', 'node-away'],
    async prepare(lab) {
      await lab.run(
        'CREATE TABLE lab.many (id UInt64) ENGINE = MergeTree PARTITION BY id ORDER BY id',
        lab.second,
      )
      await lab.run(
        `INSERT INTO lab.many SELECT number FROM numbers(${manyParts}) SETTINGS max_partitions_per_insert_block = 0, throw_on_max_partitions_per_insert_block = 0`,
        lab.second,
      )
      return () => lab.run('DROP TABLE lab.many SYNC', lab.second)
    },
    async begin(lab) {
      const node = lab.ownNode()
      await node.kill()
      await node.start()
      return async () => undefined
    },
  },
  {
    name: 'full disk',
    fault: 'Another program fills the file system of a disk (tmpfs, 48 MiB).',
    causes: ['disk-full'],
    async prepare(lab) {
      const unmount = await mountSmallDisk(lab.ownNode().dataDir)
      await lab.run(
        "CREATE TABLE lab.small (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'small'",
        lab.second,
      )
      const stop = lab.repeat(
        () => `INSERT INTO lab.small SELECT number, 'x' FROM numbers(${20 + lab.draw(20)})`,
        400,
        lab.second,
      )
      return async () => {
        await stop()
        await lab.run('DROP TABLE IF EXISTS lab.small SYNC', lab.second)
        await unmount()
      }
    },
    begin: (lab) => fillSmallDisk(lab.ownNode().dataDir),
  },
  {
    name: 'orphaned multipart uploads',
    fault: 'The store fails to complete and to abort the multipart uploads of an export.',
    causes: ['multipart-left'],
    async prepare(lab) {
      const { endpoint, accessKeyId, secretAccessKey } = lab.store
      return lab.repeat(
        () =>
          `INSERT INTO FUNCTION s3('${endpoint}/${lab.bucket}/export/${lab.draw(1e9)}.csv', '${accessKeyId}', '${secretAccessKey}', 'CSV', 'id UInt64')
           SELECT number FROM numbers(1000) SETTINGS s3_max_single_part_upload_size = 0, s3_retry_attempts = 1`,
        400,
      )
    },
    async begin(lab) {
      for (const operation of ['CompleteMultipartUpload', 'AbortMultipartUpload'] as const)
        await lab.store.inject({ operation, status: 500, code: 'InternalError' })
      return () => lab.healStore()
    },
  },
  {
    name: 'clock skew',
    fault: 'The clocks of the store and of the console are set 20 minutes ahead of those of the nodes.',
    causes: ['clock-skewed'],
    async begin(lab) {
      await lab.store.clearFaults()
      await lab.store.inject({ operation: '*', clockAheadMs })
      lab.setClockAhead(clockAheadMs)
      return async () => {
        lab.setClockAhead(0)
        await lab.healStore()
      }
    },
  },
]
