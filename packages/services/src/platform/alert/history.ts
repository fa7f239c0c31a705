import { concernsAlert, maintenanceSpans, segmentFiring } from '@frostline/domain'
import { whereTable } from '../../identity/access/visible.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AlertHistory, type AlertHistoryInput, alertHistoryInput, readPeriod } from './history-schema.ts'
import { silenceMatches } from './is-silenced.ts'
import { type NamedMaintenance, readHolds, readKind, toMaintenance } from './read-holds.ts'
import { alertParts, type StoredAlert, toAlertView } from './to-alert-view.ts'

const MAX_FIRINGS = 500

/** Alerts that fired within a period, divided by what held back their messages. */
export async function listAlertHistory(ctx: ServiceContext, given: AlertHistoryInput): Promise<AlertHistory> {
  const { cluster, ...input } = await authorizeInput(ctx, 'viewer', alertHistoryInput, given)
  const now = ctx.now()
  const { from, to } = readPeriod(input, now)
  const [rows, holds, silences, windows, turn] = await Promise.all([
    ctx.db.alert.findMany({
      where: {
        AND: [whereTable(ctx.actor) ?? {}],
        state: { in: ['firing', 'resolved'] },
        firedAt: { lte: to },
        OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }],
        ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
      },
      include: alertParts,
      orderBy: [{ firedAt: 'desc' }, { id: 'desc' }],
      take: MAX_FIRINGS + 1,
    }),
    readHolds(ctx.db, now),
    ctx.db.alertSilence.findMany({ where: { createdAt: { lt: to } } }),
    ctx.db.maintenanceWindow.findMany({ where: { createdAt: { lt: to } } }),
    ctx.db.alertTurn.findUnique({ where: { id: 1 } }),
  ])
  const maintenance = windows.map(toMaintenance)
  return {
    from,
    to,
    evaluatedAt: turn?.lastStartAt ?? null,
    more: rows.length > MAX_FIRINGS,
    firings: rows.slice(0, MAX_FIRINGS).flatMap((row) => {
      const view = toAlertView(row, holds, now)
      return view ? [{ ...view, segments: divide(row, silences, maintenance, now) }] : []
    }),
  }
}

type Silences = Awaited<ReturnType<ServiceContext['db']['alertSilence']['findMany']>>

function divide(
  row: StoredAlert,
  silences: Silences,
  windows: readonly NamedMaintenance[],
  now: Date,
): AlertHistory['firings'][number]['segments'] {
  const kind = readKind(row.kind)
  if (!row.firedAt || !kind) return []
  const [fromMs, toMs] = [row.firedAt.getTime(), (row.resolvedAt ?? now).getTime()]
  const segments = segmentFiring(
    {
      firedAtMs: fromMs,
      resolvedAtMs: row.resolvedAt?.getTime() ?? null,
      acknowledgedAtMs: row.acknowledgedAt?.getTime() ?? null,
    },
    silences
      .filter((silence) => silenceMatches(silence, row))
      .map(({ createdAt, until, endedAt }) => ({
        fromMs: createdAt.getTime(),
        toMs: Math.min(until.getTime(), endedAt?.getTime() ?? until.getTime()),
      })),
    windows
      .filter((window) => concernsAlert(window, { ...row, kind }))
      .flatMap((window) => maintenanceSpans(window, fromMs, toMs)),
    now.getTime(),
  )
  return segments.map((segment) => ({
    from: new Date(segment.fromMs),
    to: new Date(segment.toMs),
    mark: segment.mark,
  }))
}
