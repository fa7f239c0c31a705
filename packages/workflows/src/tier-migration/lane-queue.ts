import type { Database, MigrationRun } from '@frostline/db'

interface OpenStep {
  id: string
  partitionId: string
  status: 'planned' | 'running'
}

/** A step whose turn it is by that order of the plan. */
export interface StepTurn {
  stepId: string
  orderVersion: number
}

/** So many partitions ahead share one look. */
const LOOK_AHEAD = 32

/** The open steps of one replica, from the ledger: those that a former run began first, then in the order of the plan. */
export class LaneQueue {
  #steps: OpenStep[] | null = null
  #orderVersion = -1
  readonly #begun = new Set<string>()

  constructor(
    private readonly db: Database,
    private readonly run: MigrationRun,
    private readonly nodeName: string,
  ) {}

  /** The next step, which counts as begun; null when there is none. `onlyBegun`: those of a former run alone. */
  async take(orderVersion: number, onlyBegun: boolean): Promise<StepTurn | null> {
    const steps = await this.#inOrder(orderVersion)
    const next = steps[0]
    if (!next || (onlyBegun && next.status === 'planned')) return null
    steps.shift()
    this.#begun.add(next.id)
    return { stepId: next.id, orderVersion }
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
        migrationId: this.run.migrationId,
        nodeName: this.nodeName,
        status: { in: ['planned', 'running'] },
      },
      select: { id: true, partitionId: true, status: true },
      orderBy: { position: 'asc' },
    })
    const open = rows.flatMap(({ status, ...row }): OpenStep[] =>
      (status === 'planned' || status === 'running') && !this.#begun.has(row.id) ? [{ ...row, status }] : [],
    )
    return [
      ...open.filter((step) => step.status === 'running'),
      ...open.filter((step) => step.status === 'planned'),
    ]
  }
}
