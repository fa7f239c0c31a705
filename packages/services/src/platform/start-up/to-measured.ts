import type { NodeStart } from '@frostline/db'
import { estimateVersion, type MeasuredStart, type PartsByPlace, temperatureOf } from '@frostline/domain'
import { z } from 'zod'
import { meanGetMs } from './read-scene.ts'
import { lookMs } from './reading-times.ts'
import { type NodeStartView, nodeStart } from './schema.ts'

/** As in the ledger. */
const storedEstimate = z.object({ version: z.number(), cold: z.number(), warm: z.number() })
const storedTables = z.array(z.object({ name: z.string(), ms: z.number() }))

function partsOf({ localParts, storeParts, cachedParts }: NodeStart): PartsByPlace | null {
  if (localParts === null || storeParts === null || cachedParts === null) return null
  return { local: localParts, store: storeParts, cached: cachedParts }
}

const between = (from: Date | null, to: Date | null) =>
  from === null || to === null ? null : Math.max(0, to.getTime() - from.getTime())

function getMsOf({ gets, getRequests, getMicroseconds }: NodeStart): number | null {
  if (gets === null || getRequests === null || getMicroseconds === null) return null
  return meanGetMs({ requests: getRequests, microseconds: getMicroseconds })
}

/** Null: it is not over, or was seen too late, and says nothing about the next. */
export function toMeasured(row: NodeStart): MeasuredStart | null {
  const parts = partsOf(row)
  if (row.settledAt === null || parts === null) return null
  const estimate = storedEstimate.safeParse(row.estimate).data
  return {
    parts,
    loadMs: between(row.loadFrom, row.loadTo),
    gets: row.gets === null ? null : Number(row.gets),
    getMs: getMsOf(row),
    estimate: estimate?.version === estimateVersion ? estimate : null,
  }
}

export function toNodeStart(row: NodeStart): NodeStartView {
  const parts = partsOf(row)
  return {
    startedAt: row.startedAt,
    version: row.version,
    loading: row.settledAt === null,
    firstSeenAt: row.firstSeenAt,
    away: awayOf(row),
    answeredWithinMs: wasWatched(row) ? between(row.startedAt, row.firstSeenAt) : null,
    loadMs: between(row.loadFrom, row.loadTo),
    loadedParts: row.loadedParts,
    loadedMicroseconds: row.loadedMicroseconds,
    tables: row.tables,
    parts,
    outdatedParts: row.outdatedParts,
    gets: row.gets,
    getMs: getMsOf(row),
    temperature: parts && temperatureOf({ parts, gets: row.gets === null ? null : Number(row.gets) }),
    expected: nodeStart.shape.expected.safeParse(row.forecast).data ?? null,
    slowTables: storedTables.safeParse(row.slowTables).data ?? [],
  }
}

/** Whether the node was read shortly before its first answer. After a worker was down, that time is unknown. */
function wasWatched({ wentAfter, awayUntil, firstSeenAt }: NodeStart): boolean {
  const before = awayUntil ?? wentAfter
  return before !== null && firstSeenAt.getTime() - before.getTime() <= 3 * lookMs
}

function awayOf(row: NodeStart): NodeStartView['away'] {
  const maxMs = wasWatched(row) ? between(row.wentAfter, row.firstSeenAt) : null
  return maxMs === null ? null : { minMs: between(row.awayFrom, row.awayUntil) ?? 0, maxMs }
}
