import type { Prisma } from '@frostline/db'
import { type AlertKind, alertKindNames, alertKinds } from '@frostline/domain'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findSilence } from './is-silenced.ts'
import {
  type AlertCounts,
  type AlertList,
  type AlertView,
  type ListAlertsInput,
  listAlertsInput,
} from './schema.ts'
import { toDeliveryView } from './to-delivery-view.ts'

const include = {
  cluster: { select: { slug: true, name: true } },
  deliveries: { include: { channel: { select: { name: true } } }, orderBy: { createdAt: 'desc' } },
} as const satisfies Prisma.AlertInclude
type Stored = Prisma.AlertGetPayload<{ include: typeof include }>

/** Firing or resolved alerts, newest first. Pending ones are not included. */
export async function listAlerts(ctx: ServiceContext, given: ListAlertsInput): Promise<AlertList> {
  const input = await authorizeInput(ctx, 'viewer', listAlertsInput, given)
  const [rows, silences, turn] = await Promise.all([
    ctx.db.alert.findMany({
      where: {
        state: input.state === 'open' ? 'firing' : 'resolved',
        firedAt: { not: null },
        ...(input.cluster ? { cluster: { OR: [{ id: input.cluster }, { slug: input.cluster }] } } : {}),
      },
      include,
      orderBy: [{ firedAt: 'desc' }, { id: 'desc' }],
      take: input.limit,
    }),
    listSilences(ctx),
    ctx.db.alertTurn.findUnique({ where: { id: 1 } }),
  ])
  return {
    evaluatedAt: turn?.lastStartAt ?? null,
    alerts: rows.flatMap((row) => toView(row, silences, ctx.now()) ?? []),
  }
}

/** For the bell icon. */
export async function countAlerts(ctx: ServiceContext): Promise<AlertCounts> {
  const { alerts } = await listAlerts(ctx, { state: 'open', limit: 500 })
  const count = (state: AlertView['state']) => alerts.filter((alert) => alert.state === state).length
  return {
    firing: count('firing'),
    critical: alerts.filter(({ state, severity }) => state === 'firing' && severity === 'critical').length,
    acknowledged: count('acknowledged'),
    silenced: count('silenced'),
  }
}

function listSilences(ctx: ServiceContext) {
  return ctx.db.alertSilence.findMany({ where: { endedAt: null, until: { gt: ctx.now() } } })
}

type Silences = Awaited<ReturnType<typeof listSilences>>

/** Undefined for a kind that this version no longer knows. */
function toView(row: Stored, silences: Silences, now: Date): AlertView | undefined {
  const kind: AlertKind | undefined = alertKindNames.find((each) => each === row.kind)
  if (!kind || !row.firedAt) return undefined
  const silence = findSilence(row, silences, now)
  const open = row.acknowledgedAt ? 'acknowledged' : silence ? 'silenced' : 'firing'
  return {
    id: row.id,
    kind,
    state: row.state === 'resolved' ? 'resolved' : open,
    severity: alertKinds[kind].severity,
    clusterSlug: row.cluster.slug,
    clusterName: row.cluster.name,
    subject: row.subject,
    title: row.title,
    text: row.text,
    nodes: row.nodes,
    evidence: row.evidence as unknown as AlertView['evidence'],
    database: row.database,
    table: row.table,
    migrationId: row.migrationId,
    exitId: row.exitId,
    firedAt: row.firedAt,
    lastSeenAt: row.lastSeenAt,
    resolvedAt: row.resolvedAt,
    notifiedAt: row.notifiedAt,
    acknowledgedAt: row.acknowledgedAt,
    acknowledgedBy: row.acknowledgedBy,
    note: row.note,
    silencedUntil: silence?.until ?? null,
    deliveries: row.deliveries.map((delivery) => toDeliveryView(delivery, delivery.channel.name)),
  }
}
