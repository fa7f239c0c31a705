import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { type Change, type RunRef, recoverRun, StaleWriterError } from '@frostline/db'
import { drivenRunStatuses, type RunKind } from '@frostline/domain'
import { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff } from '../pause.ts'
import { driveRun, endRun, mayBeginRun, orderOfWorker } from './carry-out-run.ts'
import type { WorkOfKind } from './work-of-kind.ts'

/** After this many failed workflows of one generation, a person has to decide. */
const maxRecoveries = 5

/** A step of a durable workflow is repeated until it succeeds: what blocks it may be transient. */
const infinitePatience = {
  retriesAllowed: true,
  intervalSeconds: 1,
  backoffRate: 1.5,
  maxAttempts: 1000,
} as const

export interface DrivenRun extends RunRef {
  readonly recoveries: number
}

/** One read for all kinds, since each worker looks every second. */
export async function listDrivenRuns(deps: WorkflowDeps, works: readonly WorkOfKind[]): Promise<DrivenRun[]> {
  const kinds = works.map(({ kind }) => kind)
  const runs = await deps.db.run.findMany({
    where: { kind: { in: kinds }, status: { in: [...drivenRunStatuses] } },
    select: { id: true, kind: true, generation: true, recoveries: true },
    orderBy: { createdAt: 'asc' },
  })
  return runs.map(({ kind, ...run }) => ({ ...run, kind: kind as RunKind }))
}

/**
 * The ledger is the queue: a verb that starts a run only stores it, in one transaction with its audit entry. Here every
 * generation that should have a live workflow gets one. The workflow's id is derived from the generation, so that two
 * workers, or a crash between write and start, still give exactly one: of two that start the same id at once, DBOS runs
 * only the one whose row came first.
 */
export class RunDispatcher {
  readonly #underWay = new Set<string>()
  readonly #workflow: (ref: RunRef) => Promise<void>

  /** @param onEnd called when a run has ended: another may have waited for that. */
  constructor(
    private readonly deps: WorkflowDeps,
    private readonly work: WorkOfKind,
    private readonly onEnd: () => void,
  ) {
    this.#workflow = registerWorkflow(deps, work)
  }

  /** Whether a run that this worker drives has changed: it reads its own orders, so a sweep would find nothing new. */
  drives({ topic, id }: Change): boolean {
    return topic === this.work.kind && [...this.#underWay].some((each) => each.startsWith(`${topic}/${id}/`))
  }

  /** @param driven of all kinds, the oldest first. */
  async dispatch(driven: readonly DrivenRun[]): Promise<void> {
    const { deps, work } = this
    const due = driven.filter(({ kind }) => kind === work.kind)
    for (const { recoveries, ...ref } of due) {
      const known = await DBOS.getWorkflowStatus(workflowIdOf(ref))
      if (known === null) await this.#start(ref)
      else if (known.status !== 'PENDING' && known.status !== 'ENQUEUED' && known.status !== 'DELAYED')
        await recoverRun(deps.db, ref, {
          ...orderOfWorker(deps),
          why: recoveries >= maxRecoveries ? this.#explain(known.error) : null,
        })
    }
  }

  /** A run beyond the concurrency limit stays queued, for another worker or for later. */
  async #start(ref: RunRef): Promise<void> {
    const { maxAtOnce, kind } = this.work
    if (this.#underWay.size >= maxAtOnce || !(await mayBeginRun(this.deps.db, this.deps, this.work, ref)))
      return
    const workflowID = workflowIdOf(ref)
    const handle = await DBOS.startWorkflow(this.#workflow, { workflowID })(ref)
    this.#underWay.add(workflowID)
    handle
      .getResult()
      .catch((error: unknown) =>
        this.deps.log.error({ ...ref, error }, `A run (${kind}) ended with an error`),
      )
      .finally(() => {
        this.#underWay.delete(workflowID)
        this.onEnd()
      })
  }

  #explain(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
    return `The worker could not run it: ${reason}. See its log, then ${this.work.remedy ?? 'retry'}.`
  }
}

/** The same generation always has the same id, so that starting it twice starts it once. */
function workflowIdOf({ kind, id, generation }: RunRef): string {
  return `${kind}/${id}/${generation}`
}

/**
 * A durable workflow of two steps over a ledger that knows what is left: driven until nothing is, then settled. Errors
 * on the way are logged, and the next drive continues from the ledger.
 */
function registerWorkflow(deps: WorkflowDeps, work: WorkOfKind) {
  const announcer = new ChangeAnnouncer(deps.db, (error) =>
    deps.log.warn({ error }, 'Could not announce a change. Open pages will show it at their next refresh'),
  )
  return DBOS.registerWorkflow(
    async (ref: RunRef): Promise<void> => {
      let goesOn = true
      while (goesOn) {
        await DBOS.runStep(() => driveToEnd(ref), { name: 'drive', ...infinitePatience })
        goesOn = await DBOS.runStep(() => endRun(deps, announcer, work, ref), {
          name: 'settle',
          ...infinitePatience,
        })
      }
    },
    { name: work.kind },
  )

  async function driveToEnd(ref: RunRef): Promise<void> {
    const backoff = new Backoff(1_000, 30_000)
    for (;;) {
      try {
        return await driveRun(deps, announcer, work, ref)
      } catch (error) {
        if (error instanceof StaleWriterError) return
        deps.log.warn({ error, ...ref }, `A run (${work.kind}) was interrupted and continues`)
        await sleep(backoff.next())
      }
    }
  }
}
