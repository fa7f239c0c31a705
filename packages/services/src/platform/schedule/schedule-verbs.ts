import { type LockedTable, lockRow, notifyChange, type Transaction } from '@frostline/db'
import { type Actor, roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import type { ActingOwner, OwnerAnswer } from '../base/find-person.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'

/** What the rows of all kinds have. */
interface ScheduleRow extends ActingOwner {
  id: string
  name: string
  enabled: boolean
  cron: string
  timeZone: string
  clusterId: string
  cluster: { name: string }
}

interface ScheduleChange {
  enabled: boolean
  stoppedReason: null
  nextDueAt: Date | null
}

interface RunsOfSchedule {
  count(args: { where: { scheduleId: string } }): Promise<number>
  findFirst(args: {
    where: { scheduleId: string; status: { in: ('due' | 'running')[] } }
  }): Promise<{ dueAt: Date; status: string } | null>
  create(args: {
    data: { scheduleId: string; dueAt: Date; status: 'due'; requestedBy: string; ignoresWindow?: boolean }
  }): Promise<{ id: string }>
  updateMany(args: {
    where: { scheduleId: string; status: 'due' }
    data: { status: 'skipped'; reason: string; finishedAt: Date }
  }): Promise<{ count: number }>
}

/** A kind of schedule: where its rows are, and who may change them. */
interface ScheduleKind<Row extends ScheduleRow> {
  /** Its object type in the audit, the topic of its changes, and the start of its actions. */
  topic: 'tier-schedule' | 'cache-schedule' | 'archive-schedule'
  table: Extract<LockedTable, 'tier_schedule' | 'cache_schedule' | 'archive_schedule'>
  find(tx: Transaction, id: string): Promise<Row | null>
  update(tx: Transaction, id: string, data: ScheduleChange): Promise<unknown>
  delete(tx: Transaction, id: string): Promise<unknown>
  runs(tx: Transaction): RunsOfSchedule
  /** Who may change one. Operators change only their own. */
  role: 'operator' | 'admin'
  /** Its kind in settings files. Null: not part of them. */
  managedAs: 'tierSchedules' | 'cacheSchedules' | null
  resolveOwner(tx: Transaction, row: Row, now: Date): Promise<OwnerAnswer>
  hints: {
    /** Where its owner may not run it any more. */
    ofLostOwner: string
    /** Where a run has not ended. */
    ofOpenRun: string
  }
}

type Refuse = (why: string, hint: string) => never

type Change<Row> = (tx: Transaction, schedule: Row) => Promise<AuditFacts['details']>

/** Operators change their own schedules, admins all: a run starts in its owner's name. */
export function mayChangeSchedule(
  actor: Actor,
  owner: Pick<ActingOwner, 'ownerId'> & { ownerType: string },
): boolean {
  if (roleAllows(actor.role, 'admin')) return true
  return roleAllows(actor.role, 'operator') && actor.type === owner.ownerType && actor.id === owner.ownerId
}

/** @throws ServiceError `conflict` where the name is taken, otherwise the error itself. */
export function explainTakenScheduleName(error: unknown, what: string, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `The cluster already has ${what} named ${name}.`, {
    hint: 'Choose another name.',
  })
}

/** What people do with schedules of each kind, once for all kinds. */
export function scheduleVerbs<Row extends ScheduleRow>(kind: ScheduleKind<Row>) {
  const { topic } = kind

  /** @throws ServiceError `not_found` */
  async function get(tx: Transaction, id: string): Promise<Row> {
    const schedule = await kind.find(tx, id)
    if (!schedule)
      throw new ServiceError('not_found', `There is no schedule ${id}.`, {
        hint: 'It may have been deleted. Choose one from the list of schedules.',
      })
    return schedule
  }

  /** Everything that changes a schedule or creates its runs takes this lock first. */
  async function lock(tx: Transaction, id: string): Promise<Row> {
    await lockRow(tx, kind.table, id)
    return get(tx, id)
  }

  /** One person's change of a schedule: authorized, under its lock, audited, announced. */
  async function change(ctx: ServiceContext, id: string, verb: string, work: Change<Row>): Promise<void> {
    const known = await kind.find(ctx.db, id)
    const object = {
      ...{ action: `${topic}.${verb}`, objectType: topic, objectId: id, objectName: known?.name ?? id },
      ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
    }
    await authorize(ctx, kind.role, object)
    if (known && kind.role === 'operator' && !mayChangeSchedule(ctx.actor, known)) {
      const error = `The schedule ${known.name} belongs to ${known.ownerName}.`
      await recordAudit(ctx.db, ctx, { ...object, outcome: 'denied', error })
      throw new ServiceError('forbidden', error, {
        hint: 'Operators can change only their own schedules. Ask its owner or an admin, or create your own schedule.',
      })
    }
    await ctx.db.$transaction(async (tx) => {
      const schedule = await lock(tx, id)
      const { clusterId, name } = schedule
      const isOfFile = verb !== 'run-now' && verb !== 'take-over'
      if (kind.managedAs && isOfFile) await refuseManaged(tx, ctx, { kind: kind.managedAs, clusterId, name })
      const details = await work(tx, schedule)
      await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
      await notifyChange(tx, topic, id)
    })
  }

  return {
    ...{ get, lock, change },

    /**
     * Deletes a schedule and the record of its runs. What they have started stays, and so does the audit.
     * @param check throws where it may not be deleted now.
     */
    async remove(
      ctx: ServiceContext,
      id: string,
      check?: (tx: Transaction, schedule: Row) => Promise<void>,
    ): Promise<void> {
      await change(ctx, id, 'remove', async (tx, schedule) => {
        await check?.(tx, schedule)
        const runs = await kind.runs(tx).count({ where: { scheduleId: id } })
        await kind.delete(tx, id)
        return { runs }
      })
    },

    /** Enables it from now on; what was missed meanwhile is not caught up. */
    async enable(ctx: ServiceContext, id: string): Promise<void> {
      await change(ctx, id, 'enable', async (tx, schedule) => {
        const owner = await kind.resolveOwner(tx, schedule, ctx.now())
        if (owner.kind === 'fault')
          throw new ServiceError(
            'conflict',
            `The schedule ${schedule.name} cannot be enabled. ${owner.reason}`,
            { hint: kind.hints.ofLostOwner },
          )
        const nextDueAt = firstDueAt(schedule, ctx.now())
        await kind.update(tx, id, { enabled: true, stoppedReason: null, nextDueAt })
        return {}
      })
    },

    /** No run starts any more. A waiting one is skipped; what a run has started goes on. */
    async disable(ctx: ServiceContext, id: string): Promise<void> {
      await change(ctx, id, 'disable', async (tx) => {
        await kind.update(tx, id, { enabled: false, stoppedReason: null, nextDueAt: null })
        const { count: leftOutRuns } = await kind.runs(tx).updateMany({
          where: { scheduleId: id, status: 'due' },
          data: {
            ...{ status: 'skipped', finishedAt: ctx.now() },
            reason: `${ctx.actor.name} disabled the schedule before the run started.`,
          },
        })
        return { leftOutRuns }
      })
    },

    /**
     * Starts a run on request, in addition to the cron expression and never at the same time as another.
     * @param check calls `refuse` where it may not run now, with the reason and what to do.
     * @returns the id of the run.
     * @throws ServiceError `conflict` while it is disabled or a run has not ended.
     */
    async runNow(
      ctx: ServiceContext,
      id: string,
      columns: { ignoresWindow?: boolean } = {},
      check?: (tx: Transaction, schedule: Row, refuse: Refuse) => Promise<void>,
    ): Promise<string> {
      let runId = ''
      await change(ctx, id, 'run-now', async (tx, schedule) => {
        const refuse: Refuse = (why, hint) => {
          throw new ServiceError('conflict', `The schedule ${schedule.name} cannot run now. ${why}`, { hint })
        }
        if (!schedule.enabled) refuse('It is disabled.', 'Enable it first.')
        await check?.(tx, schedule, refuse)
        const runs = kind.runs(tx)
        const open = await runs.findFirst({ where: { scheduleId: id, status: { in: ['due', 'running'] } } })
        if (open)
          refuse(
            `Its run of ${open.dueAt.toISOString().slice(0, 16)}Z ${open.status === 'due' ? 'is waiting' : 'has not ended'}. Runs of a schedule never overlap.`,
            kind.hints.ofOpenRun,
          )
        const run = await runs.create({
          data: {
            ...{ scheduleId: id, dueAt: ctx.now(), status: 'due', requestedBy: ctx.actor.name },
            ...columns,
          },
        })
        runId = run.id
        return { run: run.id, ...columns }
      })
      return runId
    },
  }
}
