import {
  benchmarkPage,
  benchmarkRef,
  benchmarkStatus,
  benchNodeInput,
  benchNodeLook,
  benchTableInput,
  benchTableLook,
  cancelBenchmark,
  conformanceDetail,
  conformanceDraft,
  diskBenchmarkDetail,
  diskBenchmarkDraft,
  getConformance,
  getDiskBenchmark,
  getReplay,
  getTierBenchmark,
  listBenchmarks,
  listBenchmarksInput,
  listReplayRuns,
  lookAtBenchNode,
  lookAtBenchTable,
  lookForReplay,
  replayDetail,
  replayDraft,
  replayLook,
  replayLookInput,
  replayRunPage,
  replayRunsInput,
  startConformance,
  startDiskBenchmark,
  startReplay,
  startTierBenchmark,
  tierBenchmarkDetail,
  tierBenchmarkDraft,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['benchmarks']
const rest = (method: 'GET' | 'POST', path: `/${string}`, summary: string) => ({
  openapi: { method, path, tags, summary },
})

export const benchmarksRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/benchmarks', 'What was measured, newest first'))
    .input(listBenchmarksInput.extend({ cursor: z.uuid().optional() }))
    .output(benchmarkPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBenchmarks(ctx.service, { after: cursor, ...input }),
    ),

  tiers: procedure('viewer')
    .meta(rest('GET', '/tier-benchmarks/{id}', 'One query on its tiers: every run, judged by its counters'))
    .input(benchmarkRef)
    .output(tierBenchmarkDetail)
    .query(({ ctx, input }) => getTierBenchmark(ctx.service, input)),

  table: procedure('operator')
    .meta(
      rest('POST', '/tier-benchmark-looks', 'What of a table could be measured on a node; changes nothing'),
    )
    .input(benchTableInput)
    .output(benchTableLook)
    .query(({ ctx, input }) => lookAtBenchTable(ctx.service, input)),

  startTiers: procedure('admin')
    .meta(rest('POST', '/tier-benchmarks', 'Measure a query on hot, cold and cached data'))
    .input(tierBenchmarkDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startTierBenchmark(ctx.service, input)),

  conformance: procedure('viewer')
    .meta(rest('GET', '/disk-checks/{id}', 'One disk put to the test: what passed, and how long it took'))
    .input(benchmarkRef)
    .output(conformanceDetail)
    .query(({ ctx, input }) => getConformance(ctx.service, input)),

  node: procedure('operator')
    .meta(rest('POST', '/disk-check-looks', 'Disks, policies and databases of a node; changes nothing'))
    .input(benchNodeInput)
    .output(benchNodeLook)
    .query(({ ctx, input }) => lookAtBenchNode(ctx.service, input)),

  startConformance: procedure('operator')
    .meta(rest('POST', '/disk-checks', 'Write, read, merge, mutate, move and drop a table of ours on a disk'))
    .input(conformanceDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startConformance(ctx.service, input)),

  disk: procedure('viewer')
    .meta(rest('GET', '/disk-benchmarks/{id}', 'Throughput of a disk, by format, columns and parts'))
    .input(benchmarkRef)
    .output(diskBenchmarkDetail)
    .query(({ ctx, input }) => getDiskBenchmark(ctx.service, input)),

  startDisk: procedure('operator')
    .meta(rest('POST', '/disk-benchmarks', 'Fill tables of ours on a disk and read them; dropped at the end'))
    .input(diskBenchmarkDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startDiskBenchmark(ctx.service, input)),

  replay: procedure('viewer')
    .meta(rest('GET', '/replays/{id}', 'Queries of the log run again: quantiles, errors and bytes by target'))
    .input(benchmarkRef)
    .output(replayDetail)
    .query(({ ctx, input }) => getReplay(ctx.service, input)),

  replayRuns: procedure('viewer')
    .meta(rest('GET', '/replays/{id}/runs', 'Every run of a replay, in the order in which they were sent'))
    .input(replayRunsInput)
    .output(replayRunPage)
    .query(({ ctx, input }) => listReplayRuns(ctx.service, input)),

  replayLook: procedure('operator')
    .meta(rest('POST', '/replay-looks', 'Which queries of the log would be run again; runs none of them'))
    .input(replayLookInput)
    .output(replayLook)
    .query(({ ctx, input }) => lookForReplay(ctx.service, input)),

  startReplay: procedure('operator')
    .meta(rest('POST', '/replays', 'Run queries of the log again, on one target or two'))
    .input(replayDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startReplay(ctx.service, input)),

  cancel: procedure('operator')
    .meta(rest('POST', '/benchmarks/{id}/cancel', 'Stop; what was measured stays, scratch tables go'))
    .input(benchmarkRef)
    .output(z.object({ id: z.string(), status: benchmarkStatus }))
    .mutation(({ ctx, input }) => cancelBenchmark(ctx.service, input)),
})
