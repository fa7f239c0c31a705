import type { Database, RunRef } from '@frostline/db'

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
export class LaneQueue {
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
