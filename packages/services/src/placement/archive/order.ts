import type { Prisma, Transaction } from '@frostline/db'
import type { ArchiveStepState } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { orderRun, refuseState } from '../../platform/run/order-run.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { archives, isSecondPerson, type StoredArchive } from './archive-run.ts'
import { archiveDecision } from './schema.ts'

const change = (tx: Transaction, { id }: StoredArchive, data: Prisma.ArchiveUpdateInput) =>
  tx.archive.update({ where: { id }, data })

function refuse(archive: StoredArchive, participle: string, hint: string): never {
  refuseState(archives, { name: archives.nameOf(archive), status: archive.run.status, participle, hint })
}

/** It pauses after the statement that it has sent. */
export const pauseArchive = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, archives, given, 'pause')

/** Continues after a pause or a failure. */
export const resumeArchive = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    archives,
    given,
    { verb: 'resume', orderFor: ({ run }) => (run.status === 'failed' ? 'retry' : 'resume') },
    (archive) => {
      if (archive.sourceId === null) refuse(archive, 'resumed', 'Its source was removed.')
      if (archive.run.status === 'cancelled') refuse(archive, 'resumed', 'Start a new archive.')
    },
  )

/** Ends an archive before its drop: what is detached is attached again. Its files stay in the bucket. */
export const attachArchive = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    archives,
    given,
    {
      verb: 'attach',
      orderFor: ({ run }) => (run.status === 'running' || run.status === 'pausing' ? 'cancel' : 'restore'),
    },
    async (archive, tx) => {
      const { stage, run } = archive
      if (stage === 'dropping')
        refuse(archive, 'attached again', 'Its drop has begun. Let it end, then restore from the files.')
      if (stage === 'restoring')
        refuse(archive, 'attached again', run.status === 'failed' ? 'Resume it.' : 'This is under way.')
      const isWithWorker = run.status === 'running' || run.status === 'pausing'
      await change(tx, archive, {
        cancelledBy: ctx.actor.name,
        ...(isWithWorker ? {} : { stage: 'restoring', dropAt: null }),
      })
    },
  )

/**
 * Approves the detach of what is proved. Queries do not see these rows from then on.
 * @throws ServiceError `conflict` where other rows would be detached than the page showed.
 */
export async function approveArchive(ctx: ServiceContext, given: z.input<typeof archiveDecision>) {
  const { id, expectedRows } = parseInput(archiveDecision, given)
  return orderRun(
    ctx,
    archives,
    { id },
    { verb: 'approve', orderFor: () => 'approve' },
    async (archive, tx) => {
      if (archive.stage !== 'exporting') refuse(archive, 'approved', 'Its partitions are detached already.')
      if (ctx.actor.type !== 'user')
        throw new ServiceError('forbidden', 'API tokens cannot approve that partitions leave the table.', {
          hint: 'Approve it in the console.',
        })
      await requireRows(tx, id, 'proved', expectedRows)
      await change(tx, archive, {
        ...{ stage: 'detaching', approvedBy: ctx.actor.name, approvedAt: ctx.now() },
      })
    },
  )
}

/**
 * A second person has the detached partitions dropped before the grace time is over.
 * @throws ServiceError `forbidden` for whoever started or approved it, and for tokens.
 */
export async function dropArchiveNow(ctx: ServiceContext, given: z.input<typeof archiveDecision>) {
  const { id, expectedRows } = parseInput(archiveDecision, given)
  return orderRun(ctx, archives, { id }, { verb: 'drop', orderFor: () => 'approve' }, async (archive, tx) => {
    if (archive.stage !== 'detaching') refuse(archive, 'dropped', 'Its partitions are not detached.')
    if (!isSecondPerson(archive, ctx.actor))
      throw new ServiceError(
        'forbidden',
        'The person who started or approved it cannot shorten the grace time.',
        { hint: 'Ask another admin to review it in the console. API tokens cannot do this.' },
      )
    await requireRows(tx, id, 'detached', expectedRows)
    await change(tx, archive, { stage: 'dropping', dropApprovedBy: ctx.actor.name })
  })
}

async function requireRows(
  tx: Transaction,
  archiveId: string,
  state: ArchiveStepState,
  expectedRows: string,
): Promise<void> {
  const { _sum } = await tx.archiveStep.aggregate({ where: { archiveId, state }, _sum: { rows: true } })
  const rows = _sum.rows ?? 0n
  if (String(rows) !== expectedRows)
    throw new ServiceError('conflict', `${rows} rows would leave the table now, not ${expectedRows}.`, {
      hint: 'Review it again.',
    })
}
