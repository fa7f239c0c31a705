import type { AuditDestination } from '@frostline/db'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { describeDestination, readDestinationSettings } from './destination-settings.ts'
import type { DestinationView } from './schema.ts'

/** How far each destination is behind, by name. */
export async function listAuditDestinations(ctx: ServiceContext): Promise<DestinationView[]> {
  await authorize(ctx, 'admin')
  const rows = await ctx.db.auditDestination.findMany({ orderBy: { name: 'asc' } })
  return Promise.all(rows.map((row) => toView(ctx, row)))
}

async function toView({ db, now }: ServiceContext, row: AuditDestination): Promise<DestinationView> {
  const where = { OR: [{ sequence: { gt: row.shippedSequence } }, { sequence: null }] }
  const waiting = await db.auditEntry.aggregate({ where, _count: true, _min: { at: true } })
  const { id, name, type, lastError, failingSince, attempts, nextAttemptAt } = row
  const settings = readDestinationSettings(row)
  return {
    ...{ id, name, type, settings, hasSecret: row.sealedSecret !== null },
    target: describeDestination(settings),
    state: stateOf(row, waiting._count, now()),
    shippedSequence: Number(row.shippedSequence),
    shippedAt: row.shippedAt,
    waitingEntries: waiting._count,
    oldestWaitingAt: waiting._min.at,
    failure:
      lastError === null || failingSince === null
        ? null
        : { text: lastError, since: failingSince, attempts, nextAttemptAt },
    test:
      row.testRequestedAt === null
        ? null
        : { requestedAt: row.testRequestedAt, finishedAt: row.testFinishedAt, error: row.testError },
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  }
}

function stateOf(row: AuditDestination, waiting: number, now: Date): DestinationView['state'] {
  if (!row.enabled) return 'paused'
  if (row.failingSince !== null) return 'failing'
  // A bucket collects entries until the next object is due.
  return waiting === 0 || row.nextAttemptAt > now ? 'current' : 'sending'
}
