import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { StaleWriterError } from '@frostline/db'
import { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff } from '../pause.ts'

/** A step of a durable workflow is repeated until it ends well: what keeps it from that is the world, and may pass. */
const infinitePatience = {
  retriesAllowed: true,
  intervalSeconds: 1,
  backoffRate: 1.5,
  maxAttempts: 1000,
} as const

function createAnnouncer(deps: WorkflowDeps): ChangeAnnouncer {
  return new ChangeAnnouncer(deps.db, (error) =>
    deps.log.warn({ error }, 'A change could not be announced; open pages will see it at their next refresh'),
  )
}

export interface LedgerWorkflow<Run> {
  name: string
  /** What it is, at the head of a sentence of the log. */
  noun: string
  /** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current one. */
  drive: (announcer: ChangeAnnouncer, run: Run) => Promise<void>
  /** Answers `true` where it is to be driven again: there is more to do. */
  settle: (announcer: ChangeAnnouncer, run: Run) => Promise<unknown>
}

/**
 * A durable workflow of two steps over a ledger that knows what is left: driven until nothing is, then settled. What is
 * thrown on the way is logged, and the next go begins from the ledger.
 */
export function registerLedgerWorkflow<Run extends object>(
  deps: WorkflowDeps,
  { name, noun, drive, settle }: LedgerWorkflow<Run>,
) {
  const announcer = createAnnouncer(deps)
  return DBOS.registerWorkflow(
    async (run: Run): Promise<void> => {
      let goesOn: unknown = true
      while (goesOn === true) {
        await DBOS.runStep(() => driveToEnd(run), { name: 'drive', ...infinitePatience })
        goesOn = await DBOS.runStep(() => settle(announcer, run), { name: 'settle', ...infinitePatience })
      }
    },
    { name },
  )

  async function driveToEnd(run: Run): Promise<void> {
    const backoff = new Backoff(1_000, 30_000)
    for (;;) {
      try {
        return await drive(announcer, run)
      } catch (error) {
        if (error instanceof StaleWriterError) return
        deps.log.warn({ error, ...run }, `${noun} was interrupted and goes on`)
        await sleep(backoff.next())
      }
    }
  }
}
