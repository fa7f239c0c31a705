import type { StartPulseRow, TableLoadJobsRow } from '@frostline/clickhouse'
import type { NodeStart } from '@frostline/db'
import {
  type Calibration,
  estimateMeasured,
  estimateVersion,
  forecastStart,
  readStartThreads,
  sumParts,
  usualGetMs,
  usualGetsPerPart,
} from '@frostline/domain'
import { meanGetMs, type ReadScene, sumDiskReads } from './read-scene.ts'

/** A server first seen later than this after its start, with all loaded, also has GETs of queries. */
const earlyMs = 60_000
/**
 * Share of the current parts that were loaded at the start: beyond this difference they are not the parts of that
 * start.
 */
const alikeShare = 0.1

/** Whether the table and part loaders have running or queued jobs. */
export function hasLoadersAtWork({ metrics }: StartPulseRow): boolean {
  return Object.values(metrics).some((count) => count > 0n)
}

/**
 * Whether tables or parts are still being loaded. A version that shows neither counts as done when two readings in a
 * row have the same number of parts.
 */
export function isLoading(start: NodeStart, pulse: StartPulseRow, jobs: TableLoadJobsRow | null): boolean {
  if (hasLoadersAtWork(pulse) || (jobs && jobs.pending > 0n)) return true
  if (jobs || Object.keys(pulse.metrics).length > 0) return false
  return start.readAt <= start.firstSeenAt || start.loadedParts !== (pulse.events.LoadedDataParts ?? 0n)
}

/**
 * What a start took, once it is over. Readings too late to belong to the start are left out.
 * @param before what the earlier starts said: with these very parts, the page's forecast for it
 */
export function describeSettled(
  start: NodeStart,
  { at, row }: { at: Date; row: StartPulseRow },
  jobs: TableLoadJobsRow | null,
  scene: ReadScene,
  before: Calibration,
) {
  const followed = start.readAt > start.firstSeenAt
  const early = followed || start.firstSeenAt.getTime() - start.startedAt.getTime() <= earlyMs
  const reads = early ? sumDiskReads(row.events) : null
  return {
    settledAt: at,
    ...(jobs && jobs.jobs > 0n
      ? { loadFrom: jobs.first_at, loadTo: jobs.last_at, tables: Number(jobs.jobs) }
      : {}),
    ...(reads ? { gets: reads.gets, getRequests: reads.requests, getMicroseconds: reads.microseconds } : {}),
    ...(hasPartsOfStart(row, scene) ? describeParts(scene, reads, before) : {}),
    slowTables: (jobs?.slow_tables ?? []).map((name, index) => ({
      name,
      ms: Math.round((jobs?.slow_seconds[index] ?? 0) * 1_000_000) / 1000,
    })),
  }
}

function hasPartsOfStart({ events }: StartPulseRow, { tables }: ReadScene): boolean {
  const loaded = Number(events.LoadedDataParts ?? 0n)
  const { local, store, cached } = sumParts(tables)
  return Math.abs(loaded - local - store - cached) <= loaded * alikeShare + 10
}

function describeParts(scene: ReadScene, reads: ReturnType<typeof sumDiskReads> | null, before: Calibration) {
  const { tables, cores, settings } = scene
  const parts = sumParts(tables)
  const pools = readStartThreads(settings, cores)
  const usual = { getsPerPart: usualGetsPerPart, getMs: usualGetMs }
  const measured = { gets: reads && Number(reads.gets), getMs: reads && meanGetMs(reads) }
  const estimate = estimateMeasured({ tables, cores, ...pools, ...usual }, measured)
  const { cold, warm } = forecastStart({ tables, cores, ...pools }, before)
  return {
    ...{ localParts: parts.local, storeParts: parts.store, cachedParts: parts.cached },
    outdatedParts: tables.reduce((sum, { outdatedParts }) => sum + outdatedParts, 0),
    estimate: { version: estimateVersion, ...estimate },
    forecast: { cold: { ...cold }, warm: { ...warm } },
  }
}
