import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeClient } from '@frostline/clickhouse'
import { observePartitions, type PartitionObservation, type PolicyMemory } from '@frostline/services'

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
