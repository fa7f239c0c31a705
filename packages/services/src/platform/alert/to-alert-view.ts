import type { Prisma } from '@frostline/db'
import { maintenanceClosing } from '@frostline/domain'
import { findHold, type Holds, readKind, readSeverity } from './read-holds.ts'
import type { AlertView } from './schema.ts'
import { toDeliveryView } from './to-delivery-view.ts'

export const alertParts = {
  cluster: { select: { slug: true, name: true } },
  deliveries: { include: { channel: { select: { name: true } } }, orderBy: { createdAt: 'desc' } },
} as const satisfies Prisma.AlertInclude

export type StoredAlert = Prisma.AlertGetPayload<{ include: typeof alertParts }>

/** Undefined for a kind that this version no longer knows. */
export function toAlertView(row: StoredAlert, holds: Holds, now: Date): AlertView | undefined {
  const kind = readKind(row.kind)
  if (!kind || !row.firedAt) return undefined
  const { silence, maintenance } = findHold({ ...row, kind }, holds, now)
  const closesMs = maintenance && maintenanceClosing(maintenance, now.getTime())
  const held = silence ? 'silenced' : maintenance ? 'maintenance' : 'firing'
  const open = row.acknowledgedAt ? 'acknowledged' : held
  return {
    id: row.id,
    kind,
    state: row.state === 'resolved' ? 'resolved' : open,
    severity: readSeverity(row.severity),
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
    maintenance: maintenance
      ? { id: maintenance.id, name: maintenance.name, until: closesMs == null ? null : new Date(closesMs) }
      : null,
    deliveries: row.deliveries.map((delivery) => toDeliveryView(delivery, delivery.channel.name)),
  }
}
