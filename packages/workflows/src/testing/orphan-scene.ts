import { setTimeout as sleep } from 'node:timers/promises'
import { type BucketLab, randomObjectName } from './bucket-lab.ts'

export const orphanText = 'left behind'

/** Orphans of five kinds, an even number of each, and one stale upload. */
export async function plantOrphans(lab: BucketLab, ofEach: number): Promise<string[]> {
  const [first = '', second = ''] = lab.nodes
  const kinds = [
    // Left by a node that lost its metadata, or by a killed move.
    () => `${lab.prefixOf(first)}${randomObjectName()}`,
    () => `${lab.prefixOf(second)}${randomObjectName()}`,
    // Of a replica that is no longer in any cluster.
    () => `demo/shard-9-replica-1/${randomObjectName()}`,
    // Of the check that a server makes at startup.
    () => `${lab.prefixOf(first)}clickhouse_access_check_${crypto.randomUUID()}`,
    // Uploaded manually.
    () => `${lab.prefixOf(second)}copies/${crypto.randomUUID()}.bak`,
  ]
  const keys: string[] = []
  while (keys.length < ofEach * kinds.length) {
    const some = kinds.flatMap((name) => [name(), name()])
    await Promise.all(some.map((key) => lab.put(key, orphanText)))
    keys.push(...some)
  }
  await lab.leaveUpload(`${lab.prefixOf(first)}${randomObjectName()}`)
  return keys
}

/** A table of `parts` parts on every node, each of some `objects` objects on the cold disk. */
export async function createLive(
  lab: BucketLab,
  table: string,
  parts: number,
  objects: number,
): Promise<void> {
  const columns = Array.from({ length: Math.ceil(objects / 2) }, (_, at) => `c${at} UInt8 DEFAULT p + ${at}`)
  await lab.runAll(`CREATE TABLE lab.${table} (p UInt32, ${columns.join(', ')}) ENGINE = MergeTree PARTITION BY p ORDER BY p
    SETTINGS disk = 'cold', min_bytes_for_wide_part = 0`)
  await Promise.all(
    lab.admins.map(async ([, client]) => {
      for (let part = 0; part < parts; part++)
        await client.command({ query: `INSERT INTO lab.${table} (p) SELECT ${part} FROM numbers(10)` })
    }),
  )
}

/** Inserts, moves and merges on all nodes until stopped; records every object that any of them needs meanwhile. */
export function keepBusy(lab: BucketLab): {
  live: ReadonlySet<string>
  /** Continues working. Listing all objects of a disk each second costs a third of a core. */
  stopListing(): void
  stop(): Promise<void>
} {
  const live = new Set<string>()
  let busy = true
  let listing = true
  async function work(): Promise<void> {
    await lab.runAll(`CREATE TABLE IF NOT EXISTS lab.busy (p UInt32, id UInt64, text String) ENGINE = MergeTree PARTITION BY p
      ORDER BY id SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0, old_parts_lifetime = 1`)
    for (let round = 0; busy; round++) {
      const p = round % 5
      await lab.runAll(`INSERT INTO lab.busy SELECT ${p}, number, toString(number) FROM numbers(1000)`)
      await lab.runAll(`ALTER TABLE lab.busy MOVE PARTITION ID '${p}' TO VOLUME 'cold'`).catch(() => {})
      await lab.runAll('OPTIMIZE TABLE lab.busy FINAL').catch(() => {})
      // The test itself needs CPU time too: a merge and a move each second are enough.
      await sleep(1_000)
    }
  }
  async function note(): Promise<void> {
    while (busy && listing) {
      for (const key of await lab.listLive()) live.add(key)
      await sleep(1_000)
    }
  }
  const ends = Promise.all([work(), note()])
  return {
    live,
    stopListing() {
      listing = false
    },
    async stop() {
      busy = false
      await ends
    },
  }
}
