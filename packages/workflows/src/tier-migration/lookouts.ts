import { setTimeout as sleep } from 'node:timers/promises'
import {
  listDisks,
  type NodeClient,
  type PartObjectsRow,
  partObjects,
  QueryFailedError,
} from '@frostline/clickhouse'
import { findVolume, type StoragePolicy } from '@frostline/domain'
import {
  type ConnectedNode,
  chooseS3Disks,
  observePartitions,
  type PartitionObservation,
  type PolicyMemory,
} from '@frostline/services'

/** Partitions that come next are read in the same query, and that look serves them for this long. */
const LOOK_SERVES_MS = 2000

/** Looks that can wait are gathered for this long: many small moves end within it, and one look serves them all. */
const GATHER_MS = 600

interface Request {
  partitionId: string
  resolve: (sight: PartitionObservation | null) => void
  reject: (error: unknown) => void
}

interface LookoutTarget {
  client: NodeClient
  database: string
  table: string
}

/**
 * Looks at the partitions of one lane. A look costs the server about 15 ms of a core, be it at one partition or at
 * thirty, so steps share it: each says how old the look may be at most.
 */
export class LaneLookout {
  readonly #seen = new Map<string, { sight: PartitionObservation | null; lookedAtMs: number }>()
  readonly #policies: PolicyMemory = new Map()
  #requests: Request[] = []
  #hurry: (() => void) | null = null
  #urgent = false
  #looking = false

  constructor(private readonly listNext: () => readonly string[]) {}

  /** Before anything is sent: a look of the last two seconds will do, for the server checks again by itself. */
  lookBefore(target: LookoutTarget, partitionId: string): Promise<PartitionObservation | null> {
    const known = this.#seen.get(partitionId)
    this.#seen.delete(partitionId)
    if (known && performance.now() - known.lookedAtMs < LOOK_SERVES_MS) return Promise.resolve(known.sight)
    return this.#request(target, partitionId, true)
  }

  /** After something was sent: only a look that begins after now tells what came of it. */
  lookAfter(
    target: LookoutTarget,
    partitionId: string,
    urgent: boolean,
  ): Promise<PartitionObservation | null> {
    this.#seen.delete(partitionId)
    return this.#request(target, partitionId, urgent)
  }

  #request(
    target: LookoutTarget,
    partitionId: string,
    urgent: boolean,
  ): Promise<PartitionObservation | null> {
    return new Promise((resolve, reject) => {
      this.#requests.push({ partitionId, resolve, reject })
      if (urgent) {
        this.#urgent = true
        this.#hurry?.()
      }
      if (!this.#looking) void this.#answerRequests(target)
    })
  }

  async #answerRequests(target: LookoutTarget): Promise<void> {
    this.#looking = true
    while (this.#requests.length > 0) {
      await this.#gather()
      const asked = this.#requests
      this.#requests = []
      await this.#look(target, asked)
    }
    this.#looking = false
  }

  async #gather(): Promise<void> {
    if (!this.#urgent) {
      const hurried = new Promise<void>((resolve) => {
        this.#hurry = resolve
      })
      await Promise.race([sleep(GATHER_MS), hurried])
      this.#hurry = null
    }
    this.#urgent = false
  }

  async #look({ client, database, table }: LookoutTarget, asked: readonly Request[]): Promise<void> {
    const lookedAtMs = performance.now()
    const next = this.listNext()
    const partitionIds = [...new Set([...asked.map((request) => request.partitionId), ...next])]
    try {
      const sights = await observePartitions(client, { database, table, partitionIds }, this.#policies)
      this.#seen.clear()
      for (const id of next) this.#seen.set(id, { sight: sights?.get(id) ?? null, lookedAtMs })
      for (const { partitionId, resolve } of asked) resolve(sights?.get(partitionId) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}

interface Look {
  partitions: Set<string>
  rows: Promise<PartObjectsRow[]>
}

/**
 * Asks nodes in which objects parts lie. An answer costs the server the metadata of all files of the disk, so a node has one
 * look under way at a time, and all partitions that are asked for meanwhile share the next one.
 */
export class PartObjectsLookout {
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Look>()
  /** Nodes with so many files that a look takes too long: they are not asked again. */
  readonly #tooLarge = new Map<string, QueryFailedError>()

  /** By name of the part. Throws QueryFailedError where the node cannot be asked. */
  async look(
    node: ConnectedNode,
    table: { uuid: string; policy: StoragePolicy; volume: string },
    partitionId: string,
  ): Promise<Map<string, PartObjectsRow>> {
    const joined = this.#next.get(node.name)
    joined?.partitions.add(partitionId)
    const look = joined ?? this.#begin(node, table, partitionId)
    const rows = await look.rows
    return new Map(
      rows.flatMap((row) => (row.part.startsWith(`${partitionId}_`) ? [[row.part, row] as const] : [])),
    )
  }

  #begin(
    node: ConnectedNode,
    { uuid, policy, volume }: { uuid: string; policy: StoragePolicy; volume: string },
    partitionId: string,
  ): Look {
    const partitions = new Set([partitionId])
    const before = this.#underWay.get(node.name) ?? Promise.resolve()
    const rows = before
      .catch(() => undefined)
      .then(async () => {
        this.#next.delete(node.name)
        const tooLarge = this.#tooLarge.get(node.name)
        if (tooLarge) throw tooLarge
        const all = (await node.client.query(listDisks, {})).rows
        const onVolume = new Set(findVolume(policy, volume)?.disks)
        const folders = new Set(all.flatMap(({ name, path }) => (onVolume.has(name) ? [path] : [])))
        const disks = chooseS3Disks(all).flatMap(({ name, path }) => (folders.has(path) ? [name] : []))
        if (disks.length === 0) return []
        try {
          const asked = { disks, uuid, partition_ids: [...partitions] }
          return (await node.client.query(partObjects, asked)).rows
        } catch (thrown) {
          if (thrown instanceof QueryFailedError && tookTooLong(thrown)) this.#tooLarge.set(node.name, thrown)
          throw thrown
        }
      })
    const look = { partitions, rows }
    this.#next.set(node.name, look)
    this.#underWay.set(node.name, rows)
    // Whoever asked hears of it; this promise is also kept for the order.
    rows.catch(() => undefined)
    return look
  }
}

/** By the server's limit (code 159) or by ours. */
function tookTooLong({ failure }: QueryFailedError): boolean {
  return failure.kind === 'refused'
    ? failure.error.code === 159
    : failure.kind === 'unknown' && failure.timedOut
}
