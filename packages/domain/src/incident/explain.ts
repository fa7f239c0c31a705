import { groupBy } from '../group-by.ts'
import { type CauseKind, leadsTo, priorOf } from './cause-kinds.ts'
import { classifyFailure } from './classify-failure.ts'
import { describeCause, describeSymptom, listNodes } from './describe-cause.ts'
import { type Finding, findFinding } from './find-findings.ts'
import { measureOf } from './measures.ts'
import type { Timeline, TimelineMark, TimelineSeries } from './timeline.ts'

/** One change that may have caused the symptom, with its figure. */
export interface Cause {
  kind: CauseKind
  /** `TTL moves of demo.events began on 3 nodes`. */
  text: string
  figure: string
  subject: string
  atMs: number
  nodes: string[]
  /** Higher is more likely. Only comparable within one explanation. */
  score: number
  /** Names of the queries that read it, and null for the ledger of the console. */
  query: string | null
}

export interface Symptom {
  text: string
  figure: string
  subject: string
  atMs: number
  nodes: string[]
  query: string
}

export interface Explanation {
  /** Null: no latency, failure or rate changed. Then nothing is accused. */
  symptom: Symptom | null
  /** Further symptoms, the strongest first. */
  others: Symptom[]
  /** The most likely first. */
  causes: Cause[]
}

/** How long before the symptom something may have begun: a quarter of an hour, or more where steps are long. */
const reachMs = 900_000
const reachSteps = 20
/** A level is known after some steps. */
const stepsAfter = 6
const maxCauses = 10
const maxOthers = 5

/**
 * What changed for the people who use the cluster, and what else changed just before it. A cause ranks by how often such a
 * change is a cause, by how much it changed, and by how short before the symptom. One that an earlier change explains
 * counts half: cache misses after someone dropped the cache. The order of series and marks does not matter.
 */
export function explain({ series, marks, stepMs, fromMs }: Timeline): Explanation {
  const findings = series.flatMap((each) => findFinding(each) ?? [])
  const symptoms = mergeSymptoms(findings.filter(({ series }) => measureOf(series.measure).symptom))
  const [main, ...others] = symptoms
  if (!main) return { symptom: null, others: [], causes: [] }
  const reach = Math.max(reachMs, reachSteps * stepMs)
  const candidates = mergeCandidates([
    ...series
      .flatMap((each) => findFinding(cutAround(each, main.atMs, reach, stepMs)) ?? [])
      .flatMap(toCandidate),
    ...marks.flatMap((mark) => markCandidate(mark, fromMs)),
  ]).filter(({ atMs }) => atMs >= main.atMs - reach && atMs <= main.atMs + slackMs(stepMs))
  const causes = candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate, main.atMs, stepMs, candidates) }))
    .toSorted((a, b) => b.score - a.score || a.atMs - b.atMs || compare(a.text, b.text))
    .slice(0, maxCauses)
    .map(({ strength: _, ...cause }) => cause)
  const toSymptom = ({ severity: _, ...symptom }: MergedSymptom): Symptom => symptom
  return { symptom: toSymptom(main), others: others.slice(0, maxOthers).map(toSymptom), causes }
}

/** A statement is logged in the step in which it began: what slowed it down may have begun a little later. */
function slackMs(stepMs: number): number {
  return Math.max(2 * stepMs, 5_000)
}

/** What a series was before the symptom and as it began: what came later is no cause. */
function cutAround(series: TimelineSeries, symptomMs: number, reach: number, stepMs: number): TimelineSeries {
  const at = (ms: number) => Math.round((ms - series.fromMs) / series.stepMs)
  const first = Math.max(0, at(symptomMs - 2 * reach))
  const end = at(symptomMs + slackMs(stepMs)) + stepsAfter
  return {
    ...series,
    fromMs: series.fromMs + first * series.stepMs,
    values: series.values.slice(first, Math.max(first, end)),
  }
}

interface Candidate extends Cause {
  /** 0 to 1. */
  strength: number
}

function scoreOf(candidate: Candidate, symptomMs: number, stepMs: number, all: readonly Candidate[]): number {
  const leadMs = Math.max(0, symptomMs - candidate.atMs)
  const closeness = 2 ** (-leadMs / Math.max(120_000, 10 * stepMs))
  const explained = all.some(
    (other) =>
      other.kind !== candidate.kind &&
      leadsTo(other.kind, candidate.kind) &&
      !leadsTo(candidate.kind, other.kind) &&
      other.atMs <= candidate.atMs + slackMs(stepMs),
  )
  return priorOf(candidate.kind) * candidate.strength * (0.3 + 0.7 * closeness) * (explained ? 0.5 : 1)
}

function toCandidate(finding: Finding): Candidate[] {
  const { series, atMs, before, after, figure } = finding
  const kind = causeOf(series)
  if (kind === null) return []
  const [low, high] = before < after ? [before, after] : [after, before]
  // From a level of zero any change is as strong as can be.
  const strength = low <= 0 ? 1 : Math.min(1, 0.5 + Math.log2(high / low) / 10)
  const nodes = listNodes([series.node])
  return [
    {
      ...{ kind, figure, atMs, nodes, score: 0, strength, query: series.query },
      text: describeCause(kind, series),
      subject: series.subject,
    },
  ]
}

/** An error names its cause by its code, also one that no query has failed with yet: those that wait for Keeper go on waiting. */
function causeOf({ measure, subject, label }: TimelineSeries): CauseKind | null {
  const { cause } = measureOf(measure)
  if (measure !== 'failures' && measure !== 'server-errors') return cause
  const kind = classifyFailure(Number.parseInt(subject, 10), label)
  return measure === 'failures' || kindsOfErrors.has(kind) ? kind : cause
}

/** Others have several reasons, which the log of errors does not tell. */
const kindsOfErrors: ReadonlySet<CauseKind> = new Set<CauseKind>([
  'keeper-away',
  'read-only',
  'disk-full',
  'memory-limit',
  'dns-failed',
])

function markCandidate(mark: TimelineMark, fromMs: number): Candidate[] {
  // What began before the range is no change within it.
  if (mark.cause === null || mark.fromMs < fromMs) return []
  return [
    {
      ...{ kind: mark.cause, text: mark.label, figure: mark.detail, subject: mark.subject },
      ...{ atMs: mark.fromMs, nodes: listNodes([mark.node]), score: 0, strength: 1, query: mark.query },
    },
  ]
}

/** The same on several nodes is one cause, from its first time on, with the figure of the strongest. */
function mergeCandidates(candidates: readonly Candidate[]): Candidate[] {
  return [...groupBy(candidates, ({ kind, subject }) => `${kind}\n${subject}`).values()].map((group) => {
    const [strongest] = group.toSorted(
      (a, b) => b.strength - a.strength || a.atMs - b.atMs || compare(a.figure, b.figure),
    ) as [Candidate, ...Candidate[]]
    return {
      ...strongest,
      atMs: Math.min(...group.map(({ atMs }) => atMs)),
      nodes: listNodes(group.flatMap(({ nodes }) => nodes)),
    }
  })
}

interface MergedSymptom extends Symptom {
  severity: number
}

/** The strongest first: failures before slowness of the same factor, then what came first. */
function mergeSymptoms(findings: readonly Finding[]): MergedSymptom[] {
  return [...groupBy(findings, ({ series }) => `${series.measure}\n${series.subject}`).values()]
    .map((group) => {
      const severity = Math.max(...group.map(severityOf))
      const [strongest] = group.toSorted(
        (a, b) => severityOf(b) - severityOf(a) || a.atMs - b.atMs || compare(a.series.node, b.series.node),
      ) as [Finding, ...Finding[]]
      return {
        severity,
        text: describeSymptom(strongest.series),
        figure: strongest.figure,
        subject: strongest.series.subject,
        atMs: Math.min(...group.map(({ atMs }) => atMs)),
        nodes: listNodes(group.map(({ series }) => series.node)),
        query: strongest.series.query,
      }
    })
    .toSorted((a, b) => b.severity - a.severity || a.atMs - b.atMs || compare(a.text, b.text))
}

function severityOf({ series, before, after }: Finding): number {
  const measure = measureOf(series.measure)
  const factor = (after + measure.difference / 10) / (before + measure.difference / 10)
  return Math.log2(factor) * (series.measure === 'failures' ? 1.5 : 1)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
