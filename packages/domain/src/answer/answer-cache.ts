import type { RunStatus } from '../run/run-status.ts'
import { describeRunState } from './run-state.ts'
import {
  type Answer,
  answer,
  bytesOf,
  countOf,
  durationOf,
  ratioOf,
  verb,
  type Words,
  words,
} from './words.ts'

interface AnsweredFit {
  partitions: number
  wantedBytes: bigint
  cachedBytes: bigint
  toFetchBytes: bigint
  evictedBytes: bigint
  refused: boolean
}

/** A warm-up before its start: what is read into how many caches, and what it evicts. */
export function answerWarmupPlan(fits: readonly AnsweredFit[]): Answer {
  const used = fits.filter(({ partitions }) => partitions > 0)
  const sum = (pick: (fit: AnsweredFit) => bigint) => used.reduce((total, fit) => total + pick(fit), 0n)
  const toFetch = sum((fit) => fit.toFetchBytes)
  const evicted = sum((fit) => fit.evictedBytes)
  const refused = used.filter((fit) => fit.refused).length
  if (used.length === 0) return answer('neutral', words`nothing is selected`)
  const what = words`${bytesOf(toFetch)} of ${bytesOf(sum((fit) => fit.wantedBytes))} would be fetched into ${countOf(used.length, 'cache')}`
  if (refused > 0) return answer('danger', what, words`it does not fit into ${countOf(refused, 'cache')}`)
  if (toFetch === 0n)
    return answer('ok', words`all of ${bytesOf(sum((fit) => fit.wantedBytes))} is cached already`)
  return answer(
    evicted > 0n ? 'warn' : 'accent',
    what,
    words`${bytesOf(sum((fit) => fit.cachedBytes))} are cached already`,
    evicted > 0n ? words`up to ${bytesOf(evicted)} of other data would be evicted` : words`all of it fits`,
  )
}

interface AnsweredWarmup {
  status: RunStatus
  wantedBytes: bigint
  fetchedBytes: bigint
  requests: bigint
  cachedAfterBytes: bigint | null
  /** Partitions that could not be read. */
  failed: number
  /** How many times as fast the measured query is. Null: not measured. */
  speedUp: number | null
  waitReason: string | null
  leftMs: number | null
}

/** A warm-up at any moment: what was fetched, what is cached at its end, and whether the measured query is faster. */
export function answerWarmup(run: AnsweredWarmup): Answer {
  const fetched = words`${bytesOf(run.fetchedBytes)} of ${bytesOf(run.wantedBytes)} ${run.status === 'completed' ? 'were' : 'have been'} fetched by ${countOf(run.requests, 'GET')}`
  const cached =
    run.cachedAfterBytes === null ? [] : words`${bytesOf(run.cachedAfterBytes)} are cached at the end`
  if (run.status === 'completed')
    return answer(
      run.cachedAfterBytes !== null && run.cachedAfterBytes < run.wantedBytes ? 'warn' : 'ok',
      fetched,
      cached,
      describeEffect(run),
    )
  if (run.status === 'failed')
    return answer(
      'danger',
      words`${countOf(run.failed, 'partition')} ${verb(run.failed, 'was', 'were')} not read`,
      fetched,
      cached,
    )
  if (run.status === 'cancelled')
    return answer('warn', fetched, words`it was cancelled, and what was fetched stays cached`)
  return answer(
    run.status === 'queued' || run.status === 'running' ? 'accent' : 'warn',
    fetched,
    describeRunState(run.status, run.waitReason),
    run.status === 'running' && run.waitReason === null && run.leftMs !== null
      ? words`about ${durationOf(run.leftMs)} are left`
      : [],
  )
}

function describeEffect({ speedUp }: AnsweredWarmup): Words {
  if (speedUp === null) return []
  return speedUp > 1
    ? words`the measured query is ${ratioOf(speedUp, 1)} as fast`
    : words`the measured query is not faster`
}
