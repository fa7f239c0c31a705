import { maxReplayRuns, type ReplayFilter, replayFilter, replayPace, replayTarget } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import type { ReplayInput } from '../replay.ts'

export const spans = { '1': 'Last hour', '6': 'Last 6 hours', '24': 'Last day', '168': 'Last week' } as const
export type Span = keyof typeof spans | 'between'

export interface TargetDraft {
  cluster: string
  /** Empty: as logged. */
  node: string
  caches: 'as-server' | 'use' | 'bypass'
  database: string
  /** A setting a line, as name = value. */
  settings: string
}

/** What a person has chosen and typed so far. */
export interface ReplayDraft {
  span: Span
  since: string
  until: string
  users: string
  contains: string
  formHash: string
  table: string
  minMs: string
  limit: string
  seed: string
  allowOutside: boolean
  keepSettings: boolean
  targets: readonly [TargetDraft, ...TargetDraft[]]
  concurrency: string
  order: 'as-logged' | 'shuffled'
  rounds: string
  maxSeconds: string
  maxMemoryMib: string
  threads: string
  maxMinutes: string
  maxFailedPercent: string
}

export function emptyReplayDraft(cluster: string, formHash: string): ReplayDraft {
  const target: TargetDraft = { cluster, node: '', caches: 'use', database: '', settings: '' }
  return {
    ...{ span: '24', since: '', until: '', users: '', contains: '', formHash, table: '', minMs: '' },
    ...{ limit: '200', seed: '1', allowOutside: false, keepSettings: false },
    targets: [target, { ...target, caches: 'bypass' }],
    ...{ concurrency: '4', order: 'as-logged', rounds: '1', maxSeconds: '30', maxMemoryMib: '4096' },
    ...{ threads: '', maxMinutes: '60', maxFailedPercent: '20' },
  }
}

export type ReplayFaults = Partial<Record<string, string>>

type Read<Value> = { kind: 'complete'; value: Value } | { kind: 'faulty'; faults: ReplayFaults }

/** The log lags by some seconds: what it does not have yet must not be missing the next time it is read. */
const logLagMs = 15_000

/** Which queries, by a span with a fixed end: the start means the same as the look before it. */
export function readFilter(draft: ReplayDraft, now: Date): Read<ReplayFilter> {
  const faults: ReplayFaults = {}
  const until = draft.span === 'between' ? new Date(draft.until) : new Date(now.getTime() - logLagMs)
  const since =
    draft.span === 'between'
      ? new Date(draft.since)
      : new Date(until.getTime() - Number(draft.span) * 3_600_000)
  if (draft.span === 'between') {
    if (Number.isNaN(since.getTime())) faults.since = 'Choose a time.'
    if (Number.isNaN(until.getTime())) faults.until = 'Choose a time.'
    else if (since >= until) faults.until = 'The end is before the start.'
  }
  const shape = replayFilter.shape
  const filter = {
    since,
    until,
    users: listNames(draft.users),
    contains: draft.contains.trim(),
    formHash: check(faults, 'formHash', draft.formHash.trim(), shape.formHash, 'Digits only.'),
    table: check(faults, 'table', draft.table.trim(), shape.table, 'Enter database.table.'),
    minMs: check(faults, 'minMs', readCountOr(draft.minMs, 0), shape.minMs, 'In milliseconds, or empty.'),
    limit: check(faults, 'limit', readCount(draft.limit), shape.limit, 'From 1 to 2,000.'),
    seed: check(faults, 'seed', readCount(draft.seed), shape.seed, 'A number.'),
  }
  return Object.keys(faults).length > 0 ? { kind: 'faulty', faults } : { kind: 'complete', value: filter }
}

/** How and where; `queries` are those that would be run. */
export function readPlan(
  draft: ReplayDraft,
  queries: number,
): Read<Pick<ReplayInput, 'targets'> & { pace: NonNullable<ReplayInput['pace']> }> {
  const faults: ReplayFaults = {}
  const shape = replayPace.shape
  const pace = {
    order: draft.order,
    concurrency: check(
      faults,
      'concurrency',
      readCount(draft.concurrency),
      shape.concurrency,
      'From 1 to 64.',
    ),
    rounds: check(faults, 'rounds', readCount(draft.rounds), shape.rounds, 'From 1 to 50.'),
    maxSeconds: check(
      faults,
      'maxSeconds',
      readCount(draft.maxSeconds),
      shape.maxSeconds,
      'From 1 to 3,600.',
    ),
    maxMemoryMib: check(
      faults,
      'maxMemoryMib',
      readCount(draft.maxMemoryMib),
      shape.maxMemoryMib,
      '16 at least.',
    ),
    threads: check(faults, 'threads', readCountOr(draft.threads, 0), shape.threads, 'Up to 256, or empty.'),
    maxMinutes: check(
      faults,
      'maxMinutes',
      readCount(draft.maxMinutes),
      shape.maxMinutes,
      'From 1 to 1,440.',
    ),
    maxFailedPercent: check(
      faults,
      'maxFailedPercent',
      readCount(draft.maxFailedPercent),
      shape.maxFailedPercent,
      'From 0 to 100.',
    ),
  }
  const targets = draft.targets.map((target, index) => readTarget(target, index, faults))
  const runs = queries * pace.rounds * targets.length
  if (runs > maxReplayRuns)
    faults.rounds = `${runs.toLocaleString('en')} runs, and ${maxReplayRuns.toLocaleString('en')} is the most.`
  return Object.keys(faults).length > 0
    ? { kind: 'faulty', faults }
    : { kind: 'complete', value: { targets, pace } }
}

export function movesDatabase({ targets }: ReplayDraft): boolean {
  return targets.some(({ database }) => database.trim() !== '')
}

function readTarget(
  target: TargetDraft,
  index: number,
  faults: ReplayFaults,
): ReplayInput['targets'][number] {
  const { cluster, node, caches, database } = target
  const settings = target.settings
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split('=')
      return {
        name: name.trim(),
        value: rest
          .join('=')
          .trim()
          .replace(/^'(.*)'$/, '$1'),
      }
    })
  const wrong = settings.find((each) => !replayTarget.shape.settings.unwrap().element.safeParse(each).success)
  if (wrong) faults[`settings ${index}`] = `${wrong.name}: write name = value; limits are given below.`
  return {
    ...{ cluster, caches, settings },
    route: node === '' ? { kind: 'as-logged' } : { kind: 'node', node },
    database: database.trim() === '' ? null : database.trim(),
  }
}

function listNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function check<Value>(
  faults: ReplayFaults,
  field: string,
  value: Value,
  schema: { safeParse: (value: unknown) => { success: boolean } },
  fault: string,
): Value {
  if (!schema.safeParse(value).success) faults[field] = fault
  return value
}

function readCountOr(text: string, empty: number): number {
  return text.trim() === '' ? empty : readCount(text)
}
