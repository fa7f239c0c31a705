import type { RunStatus } from '../run/run-status.ts'
import { describeRunState, toneOfRun } from './run-state.ts'
import { type Answer, answer, bytesOf, countOf, durationOf, ratioOf, verb, words } from './words.ts'

interface AnsweredTiers {
  status: RunStatus
  completed: number
  statements: number
  medians: readonly { tier: string; medianMs: number | null }[]
  waitReason: string | null
}

/** A tier benchmark: how many times as long the slowest tier takes. */
export function answerTiers(bench: AnsweredTiers): Answer {
  const { status, waitReason } = bench
  const measured = bench.medians.flatMap(({ tier, medianMs }) =>
    medianMs === null ? [] : [{ tier, medianMs }],
  )
  const sorted = measured.toSorted((a, b) => a.medianMs - b.medianMs)
  const without = bench.medians.length - sorted.length
  const [fastest, slowest] = [sorted[0], sorted.at(-1)]
  const done = words`${bench.completed.toLocaleString('en-US')} of ${countOf(bench.statements, 'statement')} ${verb(bench.completed, 'is', 'are')} done`
  if (!fastest || !slowest) return answer(toneOfRun(status), done, describeRunState(status, waitReason))
  const result =
    sorted.length === 1
      ? words`${fastest.tier} takes ${durationOf(fastest.medianMs)} in the median`
      : words`${slowest.tier} takes ${ratioOf(slowest.medianMs, fastest.medianMs)} as long as ${fastest.tier} (${durationOf(slowest.medianMs)} and ${durationOf(fastest.medianMs)} in the median)`
  return answer(
    status === 'completed' && without > 0 ? 'warn' : toneOfRun(status),
    result,
    status === 'completed' ? [] : done,
    status === 'completed' && without > 0
      ? words`${countOf(without, 'tier')} ${verb(without, 'has', 'have')} no run that counts`
      : [],
    describeRunState(status, waitReason),
  )
}

interface AnsweredReplay {
  status: RunStatus
  ended: number
  all: number
  targets: readonly { letter: string; medianMs: number | null; failed: number }[]
  waitReason: string | null
}

/** A replay: the median of each target, and what failed. */
export function answerReplay({ status, ended, all, targets, waitReason }: AnsweredReplay): Answer {
  const [a, b] = targets
  const failed = targets.reduce((sum, target) => sum + target.failed, 0)
  const done = words`${ended.toLocaleString('en-US')} of ${countOf(all, 'run')} ${verb(ended, 'has', 'have')} ended`
  const medianA = a?.medianMs ?? null
  const medianB = b?.medianMs ?? null
  const result =
    medianA === null
      ? []
      : medianB === null
        ? words`queries take ${durationOf(medianA)} in the median`
        : words`queries take ${durationOf(medianB)} on ${b?.letter ?? ''} and ${durationOf(medianA)} on ${a?.letter ?? ''} in the median`
  return answer(
    failed > 0 && status === 'completed' ? 'warn' : toneOfRun(status),
    result,
    status === 'completed' && result.length > 0 ? [] : done,
    failed > 0 ? words`${countOf(failed, 'run')} failed` : status === 'completed' ? words`no run failed` : [],
    describeRunState(status, waitReason),
  )
}

/** A disk check: how many checks passed. */
export function answerDiskCheck(check: {
  status: RunStatus
  checks: readonly { status: 'planned' | 'running' | 'completed' | 'failed' | 'cancelled' }[]
  waitReason: string | null
}): Answer {
  const count = (wanted: string) => check.checks.filter(({ status }) => status === wanted).length
  const [passed, failed] = [count('completed'), count('failed')]
  return answer(
    failed > 0 ? 'danger' : toneOfRun(check.status),
    words`${passed.toLocaleString('en-US')} of ${countOf(check.checks.length, 'check')} passed`,
    failed > 0 ? words`${failed.toLocaleString('en-US')} failed` : [],
    describeRunState(check.status, check.waitReason),
  )
}

/** A disk benchmark: the slowest and fastest shape of each step, in bytes a second. */
export function answerThroughput(bench: {
  status: RunStatus
  steps: readonly { name: string; bytesPerSecond: readonly number[] }[]
  waitReason: string | null
}): Answer {
  const clauses = bench.steps.flatMap(({ name, bytesPerSecond }) => {
    if (bytesPerSecond.length === 0) return []
    const rate = (value: number) => words`${bytesOf(BigInt(Math.round(value)))}/s`
    const [low, high] = [Math.min(...bytesPerSecond), Math.max(...bytesPerSecond)]
    return [low === high ? words`${name} ${rate(low)}` : words`${name} ${rate(low)} to ${rate(high)}`]
  })
  return answer(
    toneOfRun(bench.status),
    ...(clauses.length > 0 ? clauses : [words`nothing has been measured yet`]),
    describeRunState(bench.status, bench.waitReason),
  )
}
