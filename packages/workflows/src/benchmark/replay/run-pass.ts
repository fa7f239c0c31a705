import { replaySettings, replayStatement, shownSql } from '@frostline/clickhouse'
import { listEndedPlaces, recordBenchmarkStep, recordBenchmarkStepSent } from '@frostline/db'
import { orderPass, passFigures, replayPassPrefix } from '@frostline/domain'
import { awaitSettings } from '../../statement/await-settings.ts'
import type { BenchmarkTask } from '../benchmark-task.ts'
import type { StepEnd } from '../drive-benchmark-step.ts'
import { collectCounters } from './collect-counters.ts'
import { PassLedger } from './pass-ledger.ts'
import { type Pass, type PlannedRun, sendAll } from './send-all.ts'

/**
 * All queries once on one target, with the given concurrency, continued from the ledger. Runs with a recorded result
 * are not repeated. Queries that a lost worker had reserved without a result may have been sent: they are sent again,
 * and marked. They only read, and a server ends those whose connection is gone.
 */
export async function runPass(task: BenchmarkTask, pass: Pass): Promise<StepEnd> {
  const { deps, run } = task
  const { step, target, spec, queries } = pass
  const begun = passFigures.parse(step.figures ?? {})
  const ended = await listEndedPlaces(deps.db, run.id, step.ordinal)
  const left = orderPass(queries.length, { ...spec.pace, seed: spec.filter.seed, round: step.round })
    .map((query, place): PlannedRun => ({ query, place, again: place < begun.reserved }))
    .filter(({ place }) => !ended.has(place))
  const settings = await settingsOf(task, pass)
  if (!settings) return { kind: 'stopped' }
  // As part of the fence: a worker that was declared lost writes nothing more.
  const attempt = step.attempts + 1
  const fence = {
    ...{ run, ordinal: step.ordinal },
    queryId: `${replayPassPrefix({ benchmarkId: run.id, step: step.ordinal })}${attempt}`,
  }
  const statement = shownSql({ sql: replayStatement('<query of the log>'), params: {} }, settings)
  if (!(await recordBenchmarkStepSent(deps.db, run, { ...fence, statement, now: deps.now() })))
    return { kind: 'stopped' }
  task.announce()
  const ledger = new PassLedger(task, fence, begun, spec.pace.concurrency)
  const cut = await sendAll(task, pass, { attempt, left, ended: ended.size, settings, ledger })
  if (cut === 'stopped') return { kind: 'stopped' }
  await collectCounters(task, target.nodes, step)
  await recordBenchmarkStep(deps.db, fence, {
    ...{ status: cut === null ? 'completed' : 'failed', finishedAt: deps.now(), error: cut },
    elapsedMs: ledger.figures.activeMs,
  })
  task.announce()
  return cut === null ? { kind: 'through' } : { kind: 'failed', error: cut }
}

/** The settings that every node of the target has. */
async function settingsOf(task: BenchmarkTask, { spec, target }: Pass) {
  const { pace, rules } = spec
  const wanted = replaySettings({
    ...{ keepSettings: rules.keepSettings, caches: target.spec.caches, settings: target.spec.settings },
    ...{ maxSeconds: pace.maxSeconds, threads: pace.threads },
    maxMemoryBytes: BigInt(pace.maxMemoryMib) * 1024n * 1024n,
  })
  const { route } = target.spec
  const used = route.kind === 'node' ? target.nodes.filter(({ name }) => name === route.node) : target.nodes
  let known = wanted
  for (const node of used) {
    const own = await awaitSettings(task, node, known)
    if (!own) return null
    known = own
  }
  return known
}
