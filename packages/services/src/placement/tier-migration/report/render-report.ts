import {
  answerMigration,
  answerText,
  describeGoal,
  describeReplicaChoices,
  describeTarget,
  sizeText,
  type TierMigrationLimits,
} from '@frostline/domain'
import type { TierMigrationProof } from '../export-proof.ts'
import { groupDigits, Html, type HtmlValue, html, moment, renderTable } from './html.ts'
import { renderStep } from './render-step.ts'
import { reportStyle } from './report-style.ts'

interface ReportException {
  where: string
  what: string
}

const proofMeanings = {
  merged: 'The server merged parts during the move. Rows were compared instead of hashes.',
  changed:
    'A mutation, a drop or new inserts changed the data during the move. Before and after cannot be compared.',
  incomplete: 'Parts are not on the target.',
} as const

/** Whatever an auditor has to look at, in the order of the plan. What has not started or ended is none. */
function findExceptions({ migration, steps }: TierMigrationProof): ReportException[] {
  const found: ReportException[] = []
  if (migration.status === 'failed' || migration.status === 'cancelled')
    found.push({
      where: 'The whole migration',
      what: `It is ${migration.status}.${migration.error === null ? '' : ` ${migration.error}`}`,
    })
  for (const step of steps) {
    const add = (what: string) =>
      found.push({ where: `Partition ${step.partition} on ${step.nodeName}`, what })
    if (!isAhead(step.status)) add(`${step.status}.${step.error === null ? '' : ` ${step.error}`}`)
    if (step.endReason)
      add(
        `The step ${step.notFetched > 0 ? 'ended' : 'may have ended'} without all parts of its shard. ${step.endReason}`,
      )
    if (step.proof !== null && step.proof !== 'identical') add(proofMeanings[step.proof])
    if (step.deepCheckVerdict === 'passed' && step.deepCheck?.comparison !== 'equal')
      add(`Deep check: ${step.deepCheck?.reason ?? 'before and after were not compared.'}`)
    if (step.wastedBytes > 0n) add(`Failed statements uploaded ${step.wastedBytes} bytes.`)
    const failed = step.statements.filter(({ status }) => status === 'failed' || status === 'unknown')
    if (failed.length > 0)
      add(`${failed.length} of ${step.statements.length} statements failed: ${failed[0]?.error ?? ''}`)
  }
  return found
}

/** A step that has not ended is not an exception, and a completed one needs no look. */
function isAhead(status: TierMigrationProof['steps'][number]['status']): boolean {
  return status === 'completed' || status === 'planned' || status === 'running'
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The limits as they stood at its end, a sentence each. */
function describeLimits(limits: TierMigrationLimits): string[] {
  const { concurrencyPerReplica = 1, bandwidthBytesPerSecond, window, pacing, replicas } = limits
  return [
    `Concurrent statements per replica: ${concurrencyPerReplica}.`,
    bandwidthBytesPerSecond === undefined
      ? 'Bandwidth: not limited.'
      : `Bandwidth: at most ${sizeText(BigInt(bandwidthBytesPerSecond))} a second.`,
    window === undefined
      ? 'At any time.'
      : `Window (${window.timeZone}): ${window.spans.map((span) => `${span.days.map((day) => days[day]).join(' ')} ${span.from}–${span.to}`).join('; ')}.`,
    ...describeReplicaChoices(replicas),
    ...(pacing?.foregroundP95Ms === undefined
      ? []
      : [`Foreground queries: p95 at most ${pacing.foregroundP95Ms} ms.`]),
    ...(pacing?.mergePoolPercent === undefined
      ? []
      : [`Merge threads: at most ${pacing.mergePoolPercent} % busy.`]),
    ...(pacing?.storeErrorPercent === undefined
      ? []
      : [`Store requests: at most ${pacing.storeErrorPercent} % failed.`]),
  ]
}

/**
 * The proof of a tier migration for a person: one page without scripts or links to elsewhere, to read, print and keep.
 * What needs a look comes first.
 */
export function renderReport(proof: TierMigrationProof): string {
  const { migration, steps } = proof
  const check = migration.checkOfId !== null
  const title = `${check ? 'Deep check' : 'Tier migration'} of ${migration.database}.${migration.table} ${check ? 'on' : 'to'} ${describeTarget(migration)}`
  const nodes = [...new Set(steps.map((step) => step.nodeName))].sort()
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Html(reportStyle)}</style></head><body><main>
<h1>${title}</h1>
${renderVerdict(proof)}
<h2>Exceptions</h2>
${renderExceptions(proof)}
<h2>Totals</h2>
${renderTotals(proof, nodes)}
<h2>Who, when, what</h2>
${renderFacts(proof)}
<h2>Checks when it was planned</h2>
${renderChecks(proof)}
${nodes.map((node) => html`<h2>Replica ${node}</h2>${steps.filter((step) => step.nodeName === node).map(renderStep)}`)}
<footer>Frostline, ${moment(proof.exportedAt)}. Tier migration ${migration.id}. The same as JSON: /api/v1/tier-migrations/${migration.id}/proof</footer>
</main></body></html>
`.text
}

function renderVerdict(proof: TierMigrationProof): Html {
  const { migration, steps } = proof
  const exceptions = findExceptions(proof).length
  const told = answerMigration({
    ...migration,
    isCheck: migration.checkOfId !== null,
    target: describeTarget(migration),
    steps,
    leftMs: null,
  })
  const good = exceptions === 0 && migration.status === 'completed'
  return html`<p class="verdict${good ? ' good' : exceptions > 0 ? ' look' : ''}">${answerText(told)}${
    exceptions === 0
      ? ''
      : ` ${exceptions} ${exceptions === 1 ? 'exception needs' : 'exceptions need'} a look.`
  }</p>`
}

function renderExceptions(proof: TierMigrationProof): Html {
  const found = findExceptions(proof)
  if (found.length === 0) return html`<p>None.</p>`
  return renderTable(
    [{ name: 'Where' }, { name: 'What' }],
    found.map(({ where, what }) => [where, what]),
  )
}

function renderTotals({ steps }: TierMigrationProof, nodes: readonly string[]): Html {
  const row = (name: string, own: TierMigrationProof['steps']) => {
    const sum = (of: (step: TierMigrationProof['steps'][number]) => bigint) =>
      own.reduce((total, step) => total + of(step), 0n)
    return [
      name,
      `${own.filter((step) => step.status === 'completed').length} of ${own.length}`,
      groupDigits(sum((step) => BigInt(step.plannedParts))),
      groupDigits(sum((step) => step.plannedRows)),
      renderSize(sum((step) => step.plannedBytes)),
      renderSize(sum((step) => step.movedBytes)),
      groupDigits(sum((step) => BigInt(step.statements.length))),
    ]
  }
  return renderTable(
    [
      { name: 'Replica' },
      ...['Steps done', 'Parts', 'Rows', 'Bytes', 'Arrived', 'Statements'].map((name) => ({
        name,
        kind: 'number' as const,
      })),
    ],
    nodes.map((node) =>
      row(
        node,
        steps.filter((step) => step.nodeName === node),
      ),
    ),
    { named: true, foot: row('All', steps) },
  )
}

function renderSize(sizeBytes: bigint): Html {
  return html`<span title="${groupDigits(sizeBytes)} bytes">${sizeText(sizeBytes)}</span>`
}

function renderFacts({ migration }: TierMigrationProof): Html {
  const facts: [string, HtmlValue][] = [
    ['Cluster', migration.clusterName],
    ['Table', `${migration.database}.${migration.table}`],
    ['Storage policy', migration.storagePolicy],
    ['Target volume', describeTarget(migration)],
    ['Goal', describeGoal(migration.goal)],
    ['Pace', describeLimits(migration.limits).join(' ')],
    ['Deep check', migration.deepCheck ? 'With each step.' : 'Not asked for.'],
    ...(migration.checkOfId === null
      ? []
      : [['Checks tier migration', migration.checkOfId] as [string, string]]),
    ['Started by', `${migration.requestedBy}, ${moment(migration.createdAt)}`],
    ...(migration.review === null
      ? []
      : [
          [
            'Review',
            migration.review.by === null
              ? `Sent for review by ${migration.review.askedBy}. Not reviewed.`
              : `${migration.review.state} by ${migration.review.by}. ${migration.review.note}`,
          ] as [string, string],
        ]),
    ['Started', migration.startedAt === null ? 'not yet' : moment(migration.startedAt)],
    ['Ended', migration.finishedAt === null ? 'not yet' : moment(migration.finishedAt)],
    ...describeEstimate(migration),
    ...(migration.pausedBy === null ? [] : [['Paused by', migration.pausedBy] as [string, string]]),
    ...(migration.cancelledBy === null ? [] : [['Cancelled by', migration.cancelledBy] as [string, string]]),
    ['State', migration.status],
  ]
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** What was estimated when it was planned, beside what was measured. */
function describeEstimate(migration: TierMigrationProof['migration']): [string, string][] {
  const { estimate, startedAt, finishedAt } = migration
  if (estimate === null) return []
  const { duration, requests, cost } = estimate
  const measured =
    startedAt && finishedAt ? `${durationText(finishedAt.getTime() - startedAt.getTime())}.` : 'Not ended.'
  const expected = duration
    ? `${durationText(duration.fastMs)} to ${durationText(duration.slowMs)}, from ${duration.measuredMoves} measured statements.`
    : 'Not estimated: no rate had been measured yet.'
  return [
    ['Duration estimated', expected],
    ['Duration measured', measured],
    ...(requests
      ? [
          [
            'Requests estimated',
            `${groupDigits(BigInt(requests.writes))} writes and ${groupDigits(BigInt(requests.reads))} reads${cost ? `, ${cost.currency}${cost.amount.toFixed(4)}` : ''}.`,
          ] as [string, string],
        ]
      : []),
  ]
}

/** "14 s", "12.5 min", "3.2 h". */
function durationText(elapsedMs: number): string {
  const seconds = elapsedMs / 1000
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5_400 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3_600).toFixed(1)} h`
}

/** Each finding once, with the replicas that gave it. */
function renderChecks({ migration }: TierMigrationProof): Html {
  if (migration.checks.length === 0) return html`<p>None. A deep check moves nothing.</p>`
  const nodesBy = new Map<string, { outcome: string; text: string; nodes: string[] }>()
  for (const { outcome, text, node } of migration.checks) {
    const key = JSON.stringify([outcome, text])
    const found = nodesBy.get(key) ?? { outcome, text, nodes: [] }
    if (node !== null) found.nodes.push(node)
    nodesBy.set(key, found)
  }
  return html`<ul>${[...nodesBy.values()].map(
    ({ outcome, text, nodes }) =>
      html`<li>${outcome}${nodes.length === 0 ? '' : ` on ${nodes.join(', ')}`}: ${text}</li>`,
  )}</ul>`
}
