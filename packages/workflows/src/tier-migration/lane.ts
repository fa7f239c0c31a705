import type { RunRef, TierMigration } from '@frostline/db'
import type { ClusterConnection } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held } from '../held.ts'
import { LaneLookout } from './lane-lookout.ts'
import { LanePace } from './lane-pace.ts'
import { LaneQueue } from './lane-queue.ts'
import { LaneGate } from './lane-turn.ts'
import type { MigrationOrdersReader } from './migration-orders.ts'
import type { PartObjectsLookout } from './part-objects-lookout.ts'

interface LaneFacts {
  migration: TierMigration
  clusterName: string
  /** Undefined when the cluster has no node of that name any more. */
  node: ClusterConnection['nodes'][number] | undefined
  /** The other replicas of its shard. */
  peers: ClusterConnection['nodes']
}

/** Addresses and names hold for a while: read once for some steps, not for each of hundreds of tiny ones. */
const FACTS_HOLD_MS = 30_000

/** A short restart takes less, and then it uploads as planned. */
const AWAY_AFTER_MS = 20_000

/** All that the steps of one replica share while one process runs them. */
export class Lane {
  readonly gate = new LaneGate()
  readonly pace = new LanePace()
  readonly queue: LaneQueue
  readonly lookout: LaneLookout
  /** The step at which the lane gave up. It goes on only when a person opens that one again. */
  gaveUpAt: string | null = null
  #awaySince: Date | null = null
  readonly #facts = new Held(FACTS_HOLD_MS, () => this.#readFacts())

  constructor(
    readonly deps: WorkflowDeps,
    readonly announce: () => void,
    readonly orders: MigrationOrdersReader,
    readonly run: RunRef,
    readonly nodeName: string,
    readonly objects: PartObjectsLookout,
  ) {
    this.queue = new LaneQueue(deps.db, run, nodeName)
    this.lookout = new LaneLookout(() => this.queue.peekPartitions())
  }

  /** Whether its replica could be checked just now. */
  noteLook(seen: boolean): void {
    this.#awaySince = seen ? null : (this.#awaySince ?? this.deps.now())
  }

  /** Others no longer wait for what its replica was to upload. */
  get isAway(): boolean {
    return this.#awaySince !== null && this.deps.now().getTime() - this.#awaySince.getTime() > AWAY_AFTER_MS
  }

  facts(): Promise<LaneFacts> {
    return this.#facts.read()
  }

  async #readFacts(): Promise<LaneFacts> {
    const migration = await this.deps.db.tierMigration.findUniqueOrThrow({
      where: { id: this.run.id },
    })
    const cluster = await this.deps.clusters.get(migration.clusterId)
    const node = cluster.nodes.find((candidate) => candidate.name === this.nodeName)
    const peers = cluster.nodes.filter(({ name, shard }) => shard === node?.shard && name !== this.nodeName)
    return { migration, clusterName: cluster.name, node, peers }
  }
}
