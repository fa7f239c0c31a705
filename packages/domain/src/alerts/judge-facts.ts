import { groupBy } from '../group-by.ts'
import { resolveDestination } from '../move-explain/move-rule.ts'
import { readMoveRules } from '../move-explain/read-move-rules.ts'
import type { StorageDifference } from '../policy/storage-differences.ts'
import type { StoragePolicy } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'
import type { DiskForecast } from './forecast-disk.ts'

export function judgeUnreachable(nodes: readonly { name: string; reason: string }[]): AlertCondition[] {
  return nodes.map(({ name, reason }) =>
    makeCondition('node-unreachable', {
      subject: name,
      text: `${name} does not respond: ${reason}`,
      nodes: [],
      evidence: [{ node: name, sql: 'SELECT 1' }],
    }),
  )
}

/**
 * Disks on one file system fill up together, so the first by name represents all. An open alert resolves only at 1.5
 * times the threshold, because a forecast fluctuates around it.
 */
export function judgeDisk(
  disk: { node: string; name: string; totalBytes: bigint; freeBytes: bigint; sharesWith: readonly string[] },
  forecast: DiskForecast | null,
  withinDays: number,
  isOpen: (subject: string) => boolean,
  evidence: AlertEvidence,
): AlertCondition[] {
  if (disk.sharesWith.some((other) => other < disk.name)) return []
  const subject = `${disk.node}/${disk.name}`
  const named =
    disk.sharesWith.length === 0
      ? `Disk '${disk.name}'`
      : `The file system of the disks ${[disk.name, ...disk.sharesWith].map((name) => `'${name}'`).join(', ')}`
  const days = forecast?.daysUntilFull
  if (!forecast || days == null || days > withinDays * (isOpen(subject) ? 1.5 : 1)) return []
  const perDay = sizeText(BigInt(Math.max(0, Math.round(forecast.bytesPerDay))))
  const measured = Math.round(forecast.measuredOverMs / 3_600_000)
  return [
    makeCondition('hot-disk-full', {
      subject,
      text: `${named} of ${disk.node} has ${sizeText(disk.freeBytes)} of ${sizeText(disk.totalBytes)} free and grows by ${perDay} a day (measured over ${measured} hours): full in ${days < 1 ? 'less than a day' : `${Math.floor(days)} days`}.`,
      nodes: [disk.node],
      evidence: [evidence],
    }),
  ]
}

/** Parts of one table that are overdue for longer than the threshold, by disk. */
export interface DueParts {
  node: string
  database: string
  table: string
  ttl: string
  policy: StoragePolicy
  /** Name of the disk in the policy. */
  disk: string
  expression: string
  parts: number
  bytes: bigint
}

export function judgeLateParts(
  due: readonly DueParts[],
  hours: number,
  evidenceOf: (node: string) => AlertEvidence,
): AlertCondition[] {
  const late = due.filter(({ ttl, policy, disk, expression }) => {
    const rule = readMoveRules(ttl)?.findLast((each) => each.expression === expression)
    const destination = rule && resolveDestination(rule.destination, policy)
    return rule !== undefined && !destination?.disks.includes(disk)
  })
  return groupByTable(late).map(({ database, table, rows, nodes }) => {
    const parts = rows.reduce((sum, row) => sum + row.parts, 0)
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0n)
    return makeCondition('late-parts', {
      subject: `${database}.${table}`,
      text: `${parts} parts of ${database}.${table} with ${sizeText(bytes)} have been due by TTL for more than ${hours} hours and have not moved, on ${nodes.join(', ')}.`,
      nodes,
      evidence: nodes.map(evidenceOf),
      table: { database, table },
    })
  })
}

export interface FailedMovesOfTable {
  node: string
  database: string
  table: string
  failures: number
  parts: number
  errorCode: number
  exception: string
}

export function judgeFailedMoves(
  failed: readonly FailedMovesOfTable[],
  least: number,
  evidenceOf: (node: string) => AlertEvidence,
): AlertCondition[] {
  return groupByTable(failed).flatMap(({ database, table, rows, nodes }) => {
    const failures = rows.reduce((sum, row) => sum + row.failures, 0)
    const [worst] = rows.toSorted((a, b) => b.failures - a.failures)
    if (!worst || failures < least) return []
    return makeCondition('failing-moves', {
      subject: `${database}.${table}`,
      text: `${failures} moves of ${database}.${table} failed within the last hour on ${nodes.join(', ')}, most of them with code ${worst.errorCode}: ${worst.exception}`,
      nodes,
      evidence: nodes.map(evidenceOf),
      table: { database, table },
    })
  })
}

export function judgeStoreErrors(
  errors: readonly { node: string; errors: number; evidence: AlertEvidence }[],
  least: number,
): AlertCondition[] {
  return errors
    .filter((each) => each.errors >= least)
    .map((each) =>
      makeCondition('store-errors', {
        subject: each.node,
        text: `${each.errors} requests of ${each.node} to object storage failed within the last ten minutes.`,
        nodes: [each.node],
        evidence: [each.evidence],
      }),
    )
}

export function judgeDrift(differences: readonly StorageDifference[]): AlertCondition[] {
  return differences.map(({ object, name, what, values }) =>
    makeCondition('drift', {
      subject: `${object} ${name}: ${what}`,
      text: `${what} of ${object} '${name}' is not the same everywhere: ${values
        .map(({ value, nodes }) => `${value ?? 'absent'} on ${nodes.join(', ')}`)
        .join('; ')}.`,
      nodes: values.flatMap(({ nodes }) => nodes),
      evidence: [],
    }),
  )
}

export interface WatchedMigration {
  id: string
  database: string
  table: string
  status: string
  /** Last progress in the ledger; for a failed one, when it failed. */
  lastProgressMs: number
  reason: string | null
}

export function judgeMigrations(
  migrations: readonly WatchedMigration[],
  minutes: number,
  nowMs: number,
): AlertCondition[] {
  return migrations.flatMap(({ id, database, table, status, lastProgressMs, reason }) => {
    const quietMinutes = Math.floor((nowMs - lastProgressMs) / 60_000)
    const failed = status === 'failed'
    if (!failed && quietMinutes < minutes) return []
    const why = reason === null ? '' : ` ${reason}`
    return makeCondition('migration-stuck', {
      subject: `${database}.${table} (${id.slice(0, 8)})`,
      text: failed
        ? `The tier migration of ${database}.${table} failed.${why}`
        : `The tier migration of ${database}.${table} has made no progress for ${quietMinutes} minutes.${why}`,
      nodes: [],
      evidence: [],
      table: { database, table },
      migrationId: id,
    })
  })
}

function groupByTable<Row extends { node: string; database: string; table: string }>(rows: readonly Row[]) {
  const groups = groupBy(rows, ({ database, table }) => JSON.stringify([database, table]))
  return [...groups.values()].map((own) => ({
    database: own[0].database,
    table: own[0].table,
    rows: own,
    nodes: [...new Set(own.map(({ node }) => node))],
  }))
}
