import type { MigrationRun, TierMigration } from '@frostline/db'
import type { ClusterConnection, PolicyMemory } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { LaneGate } from './lane-gate.ts'

interface LaneFacts {
  migration: TierMigration
  clusterName: string
  /** Undefined when the cluster has no node of that name any more. */
  node: ClusterConnection['nodes'][number] | undefined
}

/** Addresses and names hold for a while: read once for some steps, not for each of hundreds of tiny ones. */
const FACTS_HOLD_MS = 30_000

/** What the steps of one replica share while one process runs them: whose turn it is, and facts that seldom change. */
export class Lane {
  readonly gate = new LaneGate()
  readonly policies: PolicyMemory = new Map()
  #facts: { value: Promise<LaneFacts>; readAtMs: number } | null = null

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly run: MigrationRun,
    private readonly nodeName: string,
  ) {}

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
