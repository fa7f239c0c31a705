import {
  type Database,
  type RunRef,
  type RunWish,
  readMigrationOrders,
  type TierMigration,
} from '@frostline/db'
import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { ClusterConnection } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { LaneGate, LanePace } from './lane-pace.ts'
import { LaneLookout, type PartObjectsLookout } from './lookouts.ts'

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

interface OpenStep {
  id: string
  partitionId: string
  toVolume: string
  status: 'planned' | 'running'
  /** The replica that uploads for this one (see shareUploads). */
  follows: string | null
}

/** A step whose turn it is by that order of the plan. */
export interface StepTurn {
  stepId: string
  orderVersion: number
}

/** So many partitions ahead share one look. */
const LOOK_AHEAD = 32

/** The open steps of one replica, from the ledger: those that a former run began first, then in the order of the plan. */
class LaneQueue {
  #steps: OpenStep[] | null = null
  #orderVersion = -1
  readonly #begun = new Set<string>()

  constructor(
    private readonly db: Database,
    private readonly run: RunRef,
    private readonly nodeName: string,
  ) {}

  /**
   * The next step, which counts as begun; null when there is none. `onlyBegun`: those of a former run alone. `later`: each that
   * is left comes after an upload by one of the `busy` nodes, and its parts have not arrived.
   */
  async take(
    orderVersion: number,
    onlyBegun: boolean,
    busy: ReadonlySet<string>,
  ): Promise<StepTurn | 'later' | null> {
    const steps = await this.#inOrder(orderVersion)
    const first = steps[0]
    if (!first || (onlyBegun && first.status === 'planned')) return null
    const at = await this.#findReady(steps, busy)
    const [next] = at === null ? [] : steps.splice(at, 1)
    if (!next) return 'later'
    this.#begun.add(next.id)
    return { stepId: next.id, orderVersion }
  }

  /** A step that follows nobody is always ready, so that two lanes never wait for each other. */
  async #findReady(steps: readonly OpenStep[], busy: ReadonlySet<string>): Promise<number | null> {
    const mustWait = ({ status, follows }: OpenStep) =>
      status === 'planned' && follows !== null && busy.has(follows)
    const free = steps.findIndex((step) => !mustWait(step))
    const waiting = steps.slice(0, free === -1 ? LOOK_AHEAD : Math.min(free, LOOK_AHEAD))
    if (waiting.length === 0) return free === -1 ? null : free
    const uploads = await this.db.tierMigrationStep.findMany({
      where: {
        migrationId: this.run.id,
        status: { in: ['planned', 'running'] },
        OR: waiting.map(({ follows, partitionId, toVolume }) => ({
          nodeName: follows ?? '',
          ...{ partitionId, toVolume },
        })),
      },
      select: {
        ...{ nodeName: true, partitionId: true, toVolume: true },
        ...{ status: true, plannedParts: true, movedParts: true },
      },
    })
    const ready = waiting.findIndex(
      (step) =>
        !uploads.some(
          (open) =>
            open.nodeName === step.follows &&
            open.partitionId === step.partitionId &&
            open.toVolume === step.toVolume &&
            // Its parts may be there while they are read back, or while others are not fetched.
            (open.status === 'planned' || open.movedParts < open.plannedParts),
        ),
    )
    if (ready !== -1) return ready
    return free === -1 ? null : free
  }

  /** It may be taken again: it was not begun, or it failed and a person may open it anew. */
  forget(stepId: string): void {
    this.#begun.delete(stepId)
    this.#steps = null
  }

  /** Whether this order holds a step to take: any, or that one. */
  async holds(orderVersion: number, stepId: string | null): Promise<boolean> {
    const steps = await this.#inOrder(orderVersion)
    return stepId === null ? steps.length > 0 : steps.some(({ id }) => id === stepId)
  }

  peekPartitions(): string[] {
    return (this.#steps ?? []).slice(0, LOOK_AHEAD).map((step) => step.partitionId)
  }

  async #inOrder(orderVersion: number): Promise<OpenStep[]> {
    if (this.#steps === null || this.#orderVersion !== orderVersion) {
      this.#steps = await this.#read()
      this.#orderVersion = orderVersion
    }
    return this.#steps
  }

  async #read(): Promise<OpenStep[]> {
    const rows = await this.db.tierMigrationStep.findMany({
      where: {
        migrationId: this.run.id,
        nodeName: this.nodeName,
        status: { in: ['planned', 'running'] },
      },
      select: { id: true, partitionId: true, toVolume: true, status: true, uploader: true },
      orderBy: { position: 'asc' },
    })
    const open = rows.flatMap(({ status, uploader, ...row }): OpenStep[] =>
      (status === 'planned' || status === 'running') && !this.#begun.has(row.id)
        ? [{ ...row, status, follows: uploader === this.nodeName ? null : uploader }]
        : [],
    )
    return [
      ...open.filter((step) => step.status === 'running'),
      ...open.filter((step) => step.status === 'planned'),
    ]
  }
}

interface MigrationOrders {
  wish: RunWish
  limits: TierMigrationLimits
  orderVersion: number
}

/** What people want of the run by now, for all its lanes and steps together. */
export class MigrationOrdersReader {
  readonly #orders = new Held(ordersHoldMs, () => this.#readNow())

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: RunRef,
  ) {}

  /** Throws StaleWriterError when the run is not the current one any more. */
  read(): Promise<MigrationOrders> {
    return this.#orders.read()
  }

  /** For what depends on the very last order: the ledger may have refused a write because of it. */
  readAnew(): Promise<MigrationOrders> {
    return this.#orders.readAnew()
  }

  async #readNow(): Promise<MigrationOrders> {
    const { limits, ...orders } = await readMigrationOrders(this.deps.db, this.run)
    const parsed = tierMigrationLimits.safeParse(limits)
    if (!parsed.success)
      throw new Error(`The limits of tier migration ${this.run.id} cannot be read: ${parsed.error.message}`)
    return { ...orders, limits: parsed.data }
  }
}
