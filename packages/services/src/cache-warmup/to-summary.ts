import type { Transaction } from '@frostline/db'
import { viewRun } from '../run/stored-run.ts'
import type { WarmupSummary } from './schema.ts'
import type { StoredWarmup } from './warmup-run.ts'

export type WarmupSums = Pick<WarmupSummary, 'steps' | 'doneBytes' | 'fetchedBytes' | 'requests'>

function noSteps(): WarmupSums {
  return {
    steps: { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
    ...{ doneBytes: 0n, fetchedBytes: 0n, requests: 0n },
  }
}

/** One grouped read for many warm-ups. */
export async function sumWarmupSteps(tx: Transaction, ids: string[]): Promise<(id: string) => WarmupSums> {
  const groups = await tx.cacheWarmupStep.groupBy({
    by: ['warmupId', 'status'],
    where: { warmupId: { in: ids } },
    _count: true,
    _sum: { wantedBytes: true, fetchedBytes: true, requests: true },
  })
  const sums = new Map<string, WarmupSums>()
  for (const { warmupId, status, _count, _sum } of groups) {
    const sum = sums.get(warmupId) ?? noSteps()
    sum.steps[status] = _count
    sum.fetchedBytes += _sum.fetchedBytes ?? 0n
    sum.requests += _sum.requests ?? 0n
    if (status === 'completed') sum.doneBytes += _sum.wantedBytes ?? 0n
    sums.set(warmupId, sum)
  }
  return (id) => sums.get(id) ?? noSteps()
}

export function toWarmupSummary(
  { run, spec: _spec, columns: _columns, ...own }: StoredWarmup,
  sums: WarmupSums,
): WarmupSummary {
  return { ...own, ...viewRun(run), ...sums }
}
