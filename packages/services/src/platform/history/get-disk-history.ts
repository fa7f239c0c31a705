import { listDisks } from '@frostline/clickhouse'
import { diskSamples, readFirstSamples, readSteps } from '@frostline/db'
import { type DiskForecast, layOutSteps } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findNodeName } from './find-node-name.ts'
import { forecastDisks } from './forecast-disks.ts'
import { frameHistory, resolveSpan, showQuery, toSampleSpan } from './frame-history.ts'
import { type DiskHistory, nodeHistoryInput } from './history-schema.ts'

const dayMs = 86_400_000

/**
 * Used space of the disks of a node over time, and when a local disk is full at the rate of the last seven days.
 * @throws ServiceError `not_found` for an unknown cluster or node.
 */
export async function getDiskHistory(
  ctx: ServiceContext,
  given: z.input<typeof nodeHistoryInput>,
): Promise<DiskHistory> {
  const input = await authorizeInput(ctx, 'viewer', nodeHistoryInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const nodeName = findNodeName(cluster, input.node)
  const now = ctx.now()
  const span = resolveSpan(now, input)
  const [rows, firsts, forecasts, reading] = await Promise.all([
    readSteps(ctx.db, diskSamples, cluster.id, toSampleSpan(span), { nodeName }),
    readFirstSamples(ctx.db, diskSamples, cluster.id, span.grain, { nodeName }),
    forecastDisks(ctx.db, cluster.id, now),
    ctx.db.nodeReading.findUnique({
      where: { clusterId_nodeName: { clusterId: cluster.id, nodeName } },
      select: { at: true },
    }),
  ])
  const laidOut = [...new Set(rows.map(({ disk }) => disk))].map((disk) => ({
    disk,
    ...layOutSteps(
      rows
        .filter((row) => row.disk === disk)
        .map(({ at, usedBytes, totalBytes }) => ({
          subject: nodeName,
          atMs: at.getTime(),
          usedBytes,
          totalBytes,
        })),
      new Map([[nodeName, firsts.find((row) => row.disk === disk)?.at.getTime() ?? null]]),
      span,
      ([step]) => ({ usedBytes: step?.usedBytes ?? 0n, totalBytes: step?.totalBytes ?? null }),
    ),
  }))
  return {
    ...frameHistory(span, {
      observedAt: reading?.at ?? null,
      gaps: laidOut.toSorted((a, b) => a.gaps.length - b.gaps.length)[0]?.gaps ?? [],
      queries: [showQuery(listDisks)],
      every: 'once a minute',
    }),
    disks: laidOut.map(({ disk, points }) => {
      const isLocal = points.some(({ figures }) => figures?.totalBytes != null)
      return {
        disk,
        tier: isLocal ? ('hot' as const) : ('cold' as const),
        points: points.map(({ atMs, figures }) => ({
          at: new Date(atMs),
          usedBytes: figures?.usedBytes ?? null,
          totalBytes: figures?.totalBytes ?? null,
        })),
        forecast: isLocal ? toForecast(forecasts.get(`${nodeName}/${disk}`) ?? null, now) : null,
      }
    }),
  }
}

function toForecast(forecast: DiskForecast | null, now: Date) {
  if (!forecast) return null
  const fullAtMs = now.getTime() + (forecast.daysUntilFull ?? 0) * dayMs
  return {
    bytesPerDay: forecast.bytesPerDay,
    // A date that does not fit is one that nobody waits for.
    fullAt: forecast.daysUntilFull === null || fullAtMs > 8.64e15 ? null : new Date(fullAtMs),
    measuredHours: forecast.measuredOverMs / 3_600_000,
  }
}
