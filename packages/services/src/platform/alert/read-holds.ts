import type { AlertSilence, MaintenanceWindow as MaintenanceRow, Transaction } from '@frostline/db'
import {
  type AlertKind,
  type AlertSeverity,
  alertKindNames,
  alertSeverities,
  findMaintenance,
  type MaintenanceWindow,
  timeWindowInput,
} from '@frostline/domain'
import { findSilence } from './is-silenced.ts'

export interface NamedMaintenance extends MaintenanceWindow {
  id: string
  name: string
}

/** What can hold back messages of alerts now. */
export interface Holds {
  silences: AlertSilence[]
  windows: NamedMaintenance[]
}

export async function readHolds(tx: Transaction, now: Date): Promise<Holds> {
  const [silences, rows] = await Promise.all([
    tx.alertSilence.findMany({ where: { endedAt: null, until: { gt: now } } }),
    tx.maintenanceWindow.findMany({
      where: { endedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    }),
  ])
  return { silences, windows: rows.map(toMaintenance) }
}

interface HeldAlert {
  clusterId: string
  kind: AlertKind
  subject: string
  nodes: string[]
}

export function findHold(alert: HeldAlert, { silences, windows }: Holds, now: Date) {
  return {
    silence: findSilence(alert, silences, now),
    maintenance: findMaintenance(alert, windows, now.getTime()),
  }
}

export function toMaintenance(row: MaintenanceRow): NamedMaintenance {
  return {
    id: row.id,
    name: row.name,
    clusterIds: row.clusterIds,
    nodes: row.nodes,
    kinds: knownKinds(row.kinds),
    schedule:
      row.startsAt && row.endsAt
        ? { type: 'once', fromMs: row.startsAt.getTime(), toMs: row.endsAt.getTime() }
        : { type: 'weekly', window: timeWindowInput.parse(row.weekly) },
    createdAtMs: row.createdAt.getTime(),
    endedAtMs: row.endedAt?.getTime() ?? null,
  }
}

/**
 * The kinds of a stored list. One of another version stays in it, and matches nothing: without it the list might be
 * empty and match all.
 */
export function knownKinds(kinds: readonly string[]): AlertKind[] {
  return kinds as AlertKind[]
}

export function readKind(kind: string): AlertKind | undefined {
  return alertKindNames.find((each) => each === kind)
}

/** The schema allows no other. */
export function readSeverity(severity: string): AlertSeverity {
  return alertSeverities.find((each) => each === severity) ?? 'warning'
}
