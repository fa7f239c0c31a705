import { setTimeout as sleep } from 'node:timers/promises'
import type { Incident } from '@frostline/services'
import { seededRandom } from '../seeded-random.ts'
import { type IncidentKind, incidentKinds } from './incident-kinds.ts'
import { openIncidentLab } from './incident-lab.ts'
import { lookAtQuietHours } from './quiet-hours.ts'
import { openReplicatedIncidentLab } from './replicated-incident-lab.ts'
import { replicatedKinds } from './replicated-kinds.ts'
import { whyNoMount } from './small-disk.ts'

interface Times {
  /** Undisturbed load before a fault. */
  usualMs: number
  faultMs: number
  /** On a busy machine few queries meet the fault: it then lasts until its cause stands first. Default: faultMs. */
  maxFaultMs?: number
  /** For what is left of the fault before. */
  settleMs: number
}

/** Long enough that queries of several seconds show their new level. */
const usualTimes: Times = { usualMs: 30_000, faultMs: 45_000, settleMs: 5_000 }

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
  /** Kinds that cannot be made here, and why. */
  skipped: { name: string; reason: string }[]
  /** Times without a fault, and what they accused of. The usual time before each fault is one. */
  quiet: { periods: number; accused: string[] }
}

interface IncidentOptions {
  seed: number
  kinds?: readonly string[]
  quietPeriods: number
  /** Hours made from a recorded quiet time. */
  quietHours?: number
  /** Why kinds that need replicas cannot be made. Null: the lab of replicas is up. */
  whyNoReplicas: string | null
  times?: Times
  report: (line: string) => void
}

/** Each kind once, in an order drawn from the seed, with quiet periods in between. */
export async function runIncidents(options: IncidentOptions): Promise<IncidentReport> {
  const random = seededRandom(options.seed)
  const times = options.times ?? usualTimes
  const wanted = <Lab>(kinds: readonly IncidentKind<Lab>[]) =>
    shuffle(
      kinds.filter(({ name }) => options.kinds?.includes(name) ?? true),
      random,
    )
  const report: IncidentReport = { outcomes: [], skipped: [], quiet: { periods: 0, accused: [] } }
  const quiet = ({ causes, sentence }: Explanation, name: string) => {
    report.quiet.periods += 1
    // Other work on the machine may slow down queries. Then there is a symptom, and nothing to accuse.
    if (causes.length > 0) report.quiet.accused.push(`${name}: ${sentence}`)
    if (causes.length > 0 || name.startsWith('quiet')) options.report(`${name}: ${sentence}`)
  }
  const make = async <Lab extends Looking>(lab: Lab, kinds: readonly IncidentKind<Lab>[]) => {
    for (const kind of kinds) {
      const happened = await happen(lab, kind, times)
      quiet(happened.before, `before ${kind.name}`)
      const outcome = judge(kind, happened.during)
      report.outcomes.push(outcome)
      const place = outcome.place === null ? 'not found' : `place ${outcome.place}`
      options.report(`${kind.name}: ${place}. ${outcome.sentence}`)
      if (outcome.place !== 1) for (const cause of outcome.causes.slice(0, 6)) options.report(`    ${cause}`)
    }
  }
  const skip = (name: string, reason: string) => {
    report.skipped.push({ name, reason })
    options.report(`${name}: not made. ${reason}`)
  }

  const here = wanted(incidentKinds).filter(({ name }) => {
    if (name !== 'full disk' || whyNoMount === null) return true
    skip(name, whyNoMount)
    return false
  })
  if (here.length > 0 || options.quietPeriods > 0 || options.quietHours) {
    const lab = await openIncidentLab(random)
    try {
      await lab.warm()
      for (let period = 0; period < options.quietPeriods; period++) {
        await sleep(times.settleMs)
        const from = new Date()
        await sleep(times.usualMs + times.faultMs)
        quiet((await lab.look(from)).data.explanation, 'quiet')
      }
      await make(lab, here)
      if (options.quietHours)
        for (const explanation of await lookAtQuietHours(lab, options.quietHours, random))
          quiet(explanation, 'quiet hour')
    } finally {
      await lab.close()
    }
  }
  const onReplicas = wanted(replicatedKinds)
  if (options.whyNoReplicas !== null) for (const { name } of onReplicas) skip(name, options.whyNoReplicas)
  else if (onReplicas.length > 0) {
    const lab = await openReplicatedIncidentLab(random)
    try {
      await make(lab, onReplicas)
    } finally {
      await lab.close()
    }
  }
  return report
}

type Explanation = Incident['data']['explanation']

interface Looking {
  look(from: Date): Promise<Incident>
}

async function happen<Lab extends Looking>(
  lab: Lab,
  kind: IncidentKind<Lab>,
  times: Times,
): Promise<{ before: Explanation; during: Explanation }> {
  const remove = await kind.prepare?.(lab)
  try {
    await sleep(times.settleMs)
    const from = new Date()
    await sleep(times.usualMs)
    const before = (await lab.look(from)).data.explanation
    const end = await kind.begin(lab)
    try {
      const began = Date.now()
      const faultMs = kind.faultMs ?? times.faultMs
      await sleep(faultMs)
      for (;;) {
        const during = (await lab.look(from)).data.explanation
        const isLast = Date.now() - began >= Math.max(faultMs, times.maxFaultMs ?? 0)
        if (isLast || judge(kind, during).place === 1) return { before, during }
        await sleep(2_000)
      }
    } finally {
      await end()
    }
  } finally {
    await remove?.()
  }
}

function judge<Lab>(kind: IncidentKind<Lab>, { causes, sentence }: Explanation): IncidentOutcome {
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
