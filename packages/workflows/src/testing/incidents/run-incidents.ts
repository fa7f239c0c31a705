import { setTimeout as sleep } from 'node:timers/promises'
import type { Incident } from '@frostline/services'
import { seededRandom } from '../seeded-random.ts'
import { type IncidentKind, incidentKinds } from './incident-kinds.ts'
import { type IncidentLab, openIncidentLab } from './incident-lab.ts'

/** Long enough that queries of several seconds show their new level. */
const usualTimes = { usualMs: 22_000, faultMs: 18_000 }
/** For what is left of the fault before. */
const settleMs = 5_000

interface IncidentOutcome {
  name: string
  fault: string
  /** Place of the true cause, from 1. Null: it is not listed. */
  place: number | null
  sentence: string
  causes: string[]
}

interface IncidentReport {
  outcomes: IncidentOutcome[]
  /** Quiet periods, and what they accused of. */
  quiet: { periods: number; accused: string[] }
}

/** Each kind once, in an order drawn from the seed, with quiet periods in between. */
export async function runIncidents(options: {
  seed: number
  kinds?: readonly string[]
  quietPeriods: number
  times?: { usualMs: number; faultMs: number }
  report: (line: string) => void
}): Promise<IncidentReport> {
  const random = seededRandom(options.seed)
  const times = options.times ?? usualTimes
  const kinds = shuffle(
    incidentKinds.filter(({ name }) => options.kinds?.includes(name) ?? true),
    random,
  )
  const lab = await openIncidentLab(random)
  const outcomes: IncidentOutcome[] = []
  const accused: string[] = []
  try {
    await lab.warm()
    for (let period = 0; period < options.quietPeriods; period++) {
      await sleep(settleMs)
      const from = new Date()
      await sleep(times.usualMs + times.faultMs)
      const { explanation } = (await lab.look(from)).data
      // Other work on the machine may slow down queries. Then there is a symptom, and nothing to accuse.
      if (explanation.causes.length > 0) accused.push(explanation.sentence)
      options.report(`quiet: ${explanation.sentence}`)
    }
    for (const kind of kinds) {
      const outcome = judge(kind, await happen(lab, kind, times))
      outcomes.push(outcome)
      options.report(
        `${kind.name}: ${outcome.place === null ? 'not found' : `place ${outcome.place}`}. ${outcome.sentence}`,
      )
      if (outcome.place !== 1) for (const cause of outcome.causes.slice(0, 6)) options.report(`    ${cause}`)
    }
  } finally {
    await lab.close()
  }
  return { outcomes, quiet: { periods: options.quietPeriods, accused } }
}

async function happen(
  lab: IncidentLab,
  kind: IncidentKind,
  times: { usualMs: number; faultMs: number },
): Promise<Incident['data']['explanation']> {
  await sleep(settleMs)
  const from = new Date()
  await sleep(times.usualMs)
  const end = await kind.begin(lab)
  try {
    await sleep(times.faultMs)
    return (await lab.look(from)).data.explanation
  } finally {
    await end()
  }
}

function judge(kind: IncidentKind, { causes, sentence }: Incident['data']['explanation']): IncidentOutcome {
  const place = causes.findIndex((cause) => kind.causes.includes(cause.kind))
  return {
    ...{ name: kind.name, fault: kind.fault, place: place < 0 ? null : place + 1, sentence },
    causes: causes.map(
      ({ kind: found, text, figure, score }) => `${score.toFixed(2)} ${found}: ${text}, ${figure}`,
    ),
  }
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
