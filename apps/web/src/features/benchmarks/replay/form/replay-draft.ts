import { maxReplayRuns, type ReplayFilter, replayFilter, replayPace, replayTarget } from '@frostline/domain'
import { z } from 'zod'
import { choice, countOf, emptyOr, fault, fitting } from '@/form/field-schemas.ts'
import type { Fields } from '@/form/use-form.ts'
import type { ReplayInput } from '../replay.ts'

export const spans = { '1': 'Last hour', '6': 'Last 6 hours', '24': 'Last day', '168': 'Last week' } as const
export type Span = keyof typeof spans | 'between'

/** The log lags by some seconds: entries that it lacks now must not appear in the next reading. */
const logLagMs = 15_000

const { formHash, table, minMs, limit, seed } = replayFilter.shape

/** Which queries, by a period with a fixed end: the start means the same as the preview. */
export const filterForm = z
  .object({
    ...{ span: choice<Span>(), since: z.string(), until: z.string() },
    ...{ users: z.string().transform((text) => listTexts(text, ',')), contains: z.string().trim() },
    formHash: fitting(formHash, 'Digits only.'),
    table: fitting(table, 'Enter database.table.'),
    minMs: emptyOr(countOf(minMs, 'In milliseconds, or empty.'), 0),
    ...{ limit: countOf(limit, 'From 1 to 2,000.'), seed: countOf(seed, 'A number.') },
    ...{ allowOutside: z.boolean(), keepSettings: z.boolean() },
  })
  .transform(({ span, since: from, until: to, allowOutside, keepSettings, ...rest }, context) => {
    const between = span === 'between'
    const until = between ? new Date(to) : new Date(Date.now() - logLagMs)
    const since = between ? new Date(from) : new Date(until.getTime() - Number(span) * 3_600_000)
    if (Number.isNaN(since.getTime())) fault(context, ['since'], 'Choose a time.')
    if (Number.isNaN(until.getTime())) fault(context, ['until'], 'Choose a time.')
    else if (since >= until) fault(context, ['until'], 'The end is before the start.')
    const filter: ReplayFilter = { since, until, ...rest }
    return { filter, rules: { allowOutside, keepSettings } }
  })

export const emptyFilter: z.input<typeof filterForm> = {
  ...{ span: '24', since: '', until: '', users: '', contains: '', formHash: '', table: '', minMs: '' },
  ...{ limit: '200', seed: '1', allowOutside: false, keepSettings: false },
}

const targetFields = z
  .object({
    cluster: z.string(),
    /** Empty: as logged. */
    node: z.string(),
    caches: choice<'as-server' | 'use' | 'bypass'>(),
    database: z.string().trim(),
    /** One setting per line, as name = value. */
    settings: z.string().transform((text, context) => {
      const settings = listTexts(text, '\n').map((line) => {
        const [name = '', ...rest] = line.split('=')
        const value = rest.join('=').trim()
        return { name: name.trim(), value: value.replace(/^'(.*)'$/, '$1') }
      })
      const wrong = settings.find((each) => !setting.safeParse(each).success)
      if (wrong) fault(context, [], `${wrong.name}: write name = value; limits are given below.`)
      return settings
    }),
  })
  .transform(({ node, database, ...rest }): ReplayInput['targets'][number] => ({
    ...rest,
    route: node === '' ? { kind: 'as-logged' } : { kind: 'node', node },
    database: database || null,
  }))

const setting = replayTarget.shape.settings.unwrap().element

export type TargetDraft = z.input<typeof targetFields>

const pace = replayPace.shape

/** How and where; `queries` are those that would run. */
export const planForm = z
  .object({
    queries: z.number(),
    targets: z.array(targetFields),
    order: choice<'as-logged' | 'shuffled'>(),
    concurrency: countOf(pace.concurrency, 'From 1 to 64.'),
    rounds: countOf(pace.rounds, 'From 1 to 50.'),
    maxSeconds: countOf(pace.maxSeconds, 'From 1 to 3,600.'),
    maxMemoryMib: countOf(pace.maxMemoryMib, 'At least 16.'),
    threads: emptyOr(countOf(pace.threads, 'Up to 256, or empty.'), 0),
    maxMinutes: countOf(pace.maxMinutes, 'From 1 to 1,440.'),
    maxFailedPercent: countOf(pace.maxFailedPercent, 'From 0 to 100.'),
  })
  .superRefine(({ queries, rounds, targets }, context) => {
    const runs = queries * rounds * targets.length
    if (runs > maxReplayRuns)
      fault(
        context,
        ['rounds'],
        `${runs.toLocaleString('en')} runs, and ${maxReplayRuns.toLocaleString('en')} is the most.`,
      )
  })
  .transform(({ queries: _, targets, ...rest }) => ({ targets, pace: rest }))

type PlanDraft = z.input<typeof planForm>
export type FilterFieldsOf = Fields<z.input<typeof filterForm>>
export type PlanFields = Fields<PlanDraft>

export function emptyPlan(cluster: string): PlanDraft {
  const target: TargetDraft = { cluster, node: '', caches: 'use', database: '', settings: '' }
  return {
    ...{ queries: 0, targets: [target, { ...target, caches: 'bypass' }] },
    ...{ concurrency: '4', order: 'as-logged', rounds: '1', maxSeconds: '30', maxMemoryMib: '4096' },
    ...{ threads: '', maxMinutes: '60', maxFailedPercent: '20' },
  }
}

export function movesDatabase({ targets }: PlanDraft): boolean {
  return targets.some(({ database }) => database.trim() !== '')
}

function listTexts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
