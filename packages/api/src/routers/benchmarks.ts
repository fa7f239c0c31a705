import {
  benchmarkPage,
  benchNodeFacts,
  benchNodeInput,
  benchTableFacts,
  benchTableInput,
  cancelBenchmark,
  conformanceDetail,
  conformanceDraft,
  diskBenchmarkDetail,
  diskBenchmarkDraft,
  getConformance,
  getDiskBenchmark,
  getReplay,
  getTierBenchmark,
  inspectBenchNode,
  inspectBenchTable,
  listBenchmarks,
  listBenchmarksInput,
  listReplayRuns,
  lookForReplay,
  replayDetail,
  replayDraft,
  replayLook,
  replayLookInput,
  replayRunPage,
  replayRunsInput,
  runChangedOf,
  runRef,
  startConformance,
  startDiskBenchmark,
  startReplay,
  startTierBenchmark,
  tierBenchmarkDetail,
  tierBenchmarkDraft,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('benchmarks')
const changed = runChangedOf('benchmark')

export const benchmarksRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/benchmarks', 'List benchmarks, newest first'))
    .input(listBenchmarksInput.extend({ cursor: z.uuid().optional() }))
    .output(benchmarkPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBenchmarks(ctx.service, { after: cursor, ...input }),
    ),

  tiers: procedure('viewer', oneRun)
    .meta(rest('GET', '/tier-benchmarks/{id}', 'Get a tier benchmark with all runs'))
    .input(runRef)
    .output(tierBenchmarkDetail)
    .query(({ ctx, input }) => getTierBenchmark(ctx.service, input)),

  table: procedure('operator', wholeCluster)
    .meta(rest('POST', '/tier-benchmark-looks', 'Preview a tier benchmark'))
    .input(benchTableInput)
    .output(benchTableFacts)
    .query(({ ctx, input }) => inspectBenchTable(ctx.service, input)),

  startTiers: procedure('admin', wholeCluster)
    .meta(rest('POST', '/tier-benchmarks', 'Measure a query on hot, cold and cached data'))
    .input(tierBenchmarkDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startTierBenchmark(ctx.service, input)),

  conformance: procedure('viewer', oneRun)
    .meta(rest('GET', '/disk-checks/{id}', 'Get a disk check with results and times'))
    .input(runRef)
    .output(conformanceDetail)
    .query(({ ctx, input }) => getConformance(ctx.service, input)),

  node: procedure('operator', wholeCluster)
    .meta(rest('POST', '/disk-check-looks', 'List disks, policies and databases of a node'))
    .input(benchNodeInput)
    .output(benchNodeFacts)
    .query(({ ctx, input }) => inspectBenchNode(ctx.service, input)),

  startConformance: procedure('operator', wholeCluster)
    .meta(rest('POST', '/disk-checks', 'Start a disk check with a scratch table'))
    .input(conformanceDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startConformance(ctx.service, input)),

  disk: procedure('viewer', oneRun)
    .meta(rest('GET', '/disk-benchmarks/{id}', 'Get a disk benchmark'))
    .input(runRef)
    .output(diskBenchmarkDetail)
    .query(({ ctx, input }) => getDiskBenchmark(ctx.service, input)),

  startDisk: procedure('operator', wholeCluster)
    .meta(rest('POST', '/disk-benchmarks', 'Start a disk benchmark with scratch tables'))
    .input(diskBenchmarkDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startDiskBenchmark(ctx.service, input)),

  replay: procedure('viewer', oneRun)
    .meta(rest('GET', '/replays/{id}', 'Get a replay: quantiles, errors and bytes by target'))
    .input(runRef)
    .output(replayDetail)
    .query(({ ctx, input }) => getReplay(ctx.service, input)),

  replayRuns: procedure('viewer', oneRun)
    .meta(rest('GET', '/replays/{id}/runs', 'List the runs of a replay in the order sent'))
    .input(replayRunsInput)
    .output(replayRunPage)
    .query(({ ctx, input }) => listReplayRuns(ctx.service, input)),

  replayLook: procedure('operator', wholeCluster)
    .meta(rest('POST', '/replay-looks', 'Preview the queries of a replay'))
    .input(replayLookInput)
    .output(replayLook)
    .query(({ ctx, input }) => lookForReplay(ctx.service, input)),

  startReplay: procedure('operator', wholeCluster)
    .meta(rest('POST', '/replays', 'Start a replay on one or two targets'))
    .input(replayDraft)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startReplay(ctx.service, input)),

  cancel: procedure('operator', oneRun)
    .meta(
      rest(
        'POST',
        '/benchmarks/{id}/cancel',
        'Cancel a benchmark. Results are kept, scratch tables are dropped',
      ),
    )
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelBenchmark(ctx.service, input)),
})
