import type { MigrationRun, TierMigration } from '@frostline/db'
import type { ClusterConnection } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { LaneGate } from './lane-gate.ts'
import { LaneLookout } from './lane-lookout.ts'
import { LanePace } from './lane-pace.ts'
import { LaneQueue } from './lane-queue.ts'
import type { RunOrdersReader } from './run-orders.ts'

interface LaneFacts {
  migration: TierMigration
  clusterName: string
  /** Undefined when the cluster has no node of that name any more. */
  node: ClusterConnection['nodes'][number] | undefined
}

/** Addresses and names hold for a while: read once for some steps, not for each of hundreds of tiny ones. */
const FACTS_HOLD_MS = 30_000

/** All that the steps of one replica share while one process runs them. */
export class Lane {
  readonly gate = new LaneGate()
  readonly pace = new LanePace()
  readonly queue: LaneQueue
  readonly lookout: LaneLookout
  /** The step at which the lane gave up. It goes on only when a person opens that one again. */
  gaveUpAt: string | null = null
  #facts: { value: Promise<LaneFacts>; readAtMs: number } | null = null

  constructor(
    readonly deps: WorkflowDeps,
    readonly announcer: ChangeAnnouncer,
    readonly orders: RunOrdersReader,
    readonly run: MigrationRun,
    readonly nodeName: string,
  ) {
    this.queue = new LaneQueue(deps.db, run, nodeName)
    this.lookout = new LaneLookout(() => this.queue.peekPartitions())
  }

  facts(): Promise<LaneFacts> {
    const now = performance.now()
    if (this.#facts && now - this.#facts.readAtMs < FACTS_HOLD_MS) return this.#facts.value
    const value = this.#readFacts()
    this.#facts = { value, readAtMs: now }
    // A failed read must not be remembered.
    value.catch(() => {
      this.#facts = null
    })
    return value
  }

  async #readFacts(): Promise<LaneFacts> {
    const migration = await this.deps.db.tierMigration.findUniqueOrThrow({
      where: { id: this.run.migrationId },
    })
    const cluster = await this.deps.clusters.get(migration.clusterId)
    const node = cluster.nodes.find((candidate) => candidate.name === this.nodeName)
    return { migration, clusterName: cluster.name, node }
  }
}
