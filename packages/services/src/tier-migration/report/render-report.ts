import { describeGoal, describeTarget, sizeText } from '@frostline/domain'
import type { TierMigrationProof } from '../export-proof.ts'
import { describeLimits } from './describe-limits.ts'
import { findExceptions } from './find-exceptions.ts'
import { groupDigits } from './group-digits.ts'
import { Html, type HtmlValue, html } from './html.ts'
import { moment } from './moment.ts'
import { renderChecks } from './render-checks.ts'
import { renderStep } from './render-step.ts'
import { reportStyle } from './report-style.ts'
import { renderTable } from './table.ts'

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
  const identical = steps.filter((step) => step.proof === 'identical').length
  const deep = steps.filter((step) => step.deepCheckVerdict === 'passed').length
  return exceptions === 0
    ? html`<p class="verdict good">Complete. ${identical} of ${steps.length} steps have the same parts, rows, bytes and hashes before and after.${migration.deepCheck ? ` ${deep} were read back and compared.` : ''}</p>`
    : html`<p class="verdict look">${exceptions} ${exceptions === 1 ? 'exception needs' : 'exceptions need'} a look. ${identical} of ${steps.length} steps have the same parts, rows, bytes and hashes before and after.</p>`
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
    ...(migration.pausedBy === null ? [] : [['Paused by', migration.pausedBy] as [string, string]]),
    ...(migration.cancelledBy === null ? [] : [['Cancelled by', migration.cancelledBy] as [string, string]]),
    ['State', migration.status],
  ]
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
