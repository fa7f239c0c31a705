import type { DiskForecast } from '../alerts/forecast-disk.ts'
import { sizeText } from '../text/size-text.ts'
import { shiftByAge } from '../ttl/shift-by-age.ts'
import type { TtlAge } from '../ttl/ttl-age.ts'
import { type Advice, adviceKey, isWorthTelling } from './advice.ts'
import { count, daysText } from './words.ts'

const dayMs = 86_400_000

export interface NoTtlFacts {
  database: string
  table: string
  /** Whether its partition key is by time. */
  byTime: boolean
  /** Empty: none. Null: replicas differ. */
  ttl: string | null
  hotBytes: bigint
  oldBytes: bigint
  days: number
  /** By the times of its rows. Null: not known. */
  bytesPerDay: number | null
  /** The rule to begin with. Null: no date column, or nowhere on object storage to move rows to. */
  draft: string | null
  /** On the hot disks of the cluster. */
  clusterHotBytes: bigint
}

/** Whether its rows could leave by age, and no TTL says so. Where nodes differ, it is not known. */
export function lacksTtl({ byTime, ttl }: Pick<NoTtlFacts, 'byTime' | 'ttl'>): boolean {
  return byTime && ttl === ''
}

/** For a table with a time partition key whose rows never leave the hot disks. */
export function adviseTtl(facts: NoTtlFacts): Advice | null {
  const { database, table, hotBytes, oldBytes, bytesPerDay, days, draft } = facts
  if (!lacksTtl(facts) || draft === null || bytesPerDay === null) return null
  if (!isWorthTelling(hotBytes, facts.clusterHotBytes)) return null
  const growth =
    bytesPerDay >= 1
      ? `It grows by ${sizeText(BigInt(Math.round(bytesPerDay)))} a day.`
      : 'It does not grow at present.'
  return {
    key: adviceKey('no-ttl', database, table),
    kind: 'no-ttl',
    subject: `${database}.${table}`,
    sentence: `The table is partitioned by time and has no TTL. Hot disks hold ${sizeText(hotBytes)}, of which ${sizeText(oldBytes)} are older than ${days} days. ${growth}`,
    gain: { kind: 'bytes', bytes: oldBytes },
    plan: { kind: 'ttl', database, table, ttl: draft },
  }
}

/** A table whose TTL moves rows off one hot disk of one node. */
export interface LateTtlFacts {
  database: string
  table: string
  node: string
  disk: string
  age: TtlAge
  /** Of its oldest row on the disk. Null: not known. */
  oldestMs: number | null
  hotBytes: bigint
  bytesPerDay: number | null
  /** Free on the disk. Null: not known. */
  freeBytes: bigint | null
  /** Growth of the whole disk. Null: not enough samples; then the growth of the table is used, a lower bound. */
  forecast: Pick<DiskForecast, 'bytesPerDay' | 'daysUntilFull'> | null
  /** The TTL with another age in days. Null: it cannot be written. */
  draftFor: (days: number) => string | null
}

/** Usable share of the free space. The rest is for merges and other tables. */
const fillShare = 0.8

/** Null if the disk has space until rows move, or a figure is missing. */
export function adviseLateTtl(facts: LateTtlFacts, nowMs: number): Advice | null {
  const { database, table, node, disk, age, oldestMs, bytesPerDay, freeBytes, forecast } = facts
  if (oldestMs === null || bytesPerDay === null || bytesPerDay <= 0 || freeBytes === null) return null
  const daysUntilMove = (shiftByAge(oldestMs, age) - nowMs) / dayMs
  const perDay = forecast?.bytesPerDay ?? bytesPerDay
  const daysUntilFull = forecast ? forecast.daysUntilFull : Number(freeBytes) / bytesPerDay
  if (daysUntilMove <= 0 || daysUntilFull === null || daysUntilFull >= daysUntilMove) return null
  const fitDays = Math.floor(((Number(freeBytes) + Number(facts.hotBytes)) * fillShare) / bytesPerDay)
  const missing = Math.max(1, Math.round(perDay * (daysUntilMove - daysUntilFull)))
  return {
    key: adviceKey('ttl-too-late', database, table),
    kind: 'ttl-too-late',
    subject: `${database}.${table}`,
    sentence: `The disk ${disk} of ${node} grows by ${sizeText(BigInt(Math.round(perDay)))} a day and is full in ${daysText(daysUntilFull)}. Its TTL of ${count(age.amount, age.unit.toLowerCase())} moves the first rows in ${daysText(daysUntilMove)}.`,
    gain: { kind: 'bytes', bytes: BigInt(missing) },
    plan: { kind: 'ttl', database, table, ttl: fitDays >= 1 ? facts.draftFor(fitDays) : null },
  }
}

/** Bytes a day over a window, of a table whose first rows may be younger than it; a day at least. */
export function growthPerDay(
  recentBytes: number,
  { windowDays, oldestMs, nowMs }: { windowDays: number; oldestMs: number | null; nowMs: number },
): number | null {
  if (oldestMs === null) return null
  const days = Math.min(windowDays, Math.max(1, (nowMs - oldestMs) / dayMs))
  return recentBytes / days
}
