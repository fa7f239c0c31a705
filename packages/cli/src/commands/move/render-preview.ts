import {
  formatBytes,
  formatCount,
  formatCountOf,
  formatDuration,
  formatMoney,
  formatTime,
} from '../../format/quantities.ts'
import { formatTableName } from '../../format/read-values.ts'
import { renderChecks } from '../../format/render-checks.ts'
import { printable, renderTable } from '../../format/render-table.ts'
import type { MovePreview } from './judge-preview.ts'
import type { MoveRequest } from './read-request.ts'

const maxSteps = 30

/** The plan as a person reads it before it starts. */
export function renderPreview(request: MoveRequest, preview: MovePreview): string {
  const { steps, totals, checks, estimate } = preview
  const shown = steps.slice(0, maxSteps)
  const table = renderTable(shown, [
    { title: 'STEP', text: ({ ordinal }) => String(ordinal), right: true },
    { title: 'NODE', text: ({ node }) => node },
    { title: 'PARTITION', text: ({ partition }) => partition },
    { title: 'FROM', text: ({ fromVolumes }) => fromVolumes.join(', ') },
    { title: 'TO', text: ({ toVolume }) => toVolume },
    { title: 'PARTS', text: (step) => formatCount(step.totals.parts), right: true },
    { title: 'ROWS', text: (step) => formatCount(step.totals.rows), right: true },
    { title: 'BYTES', text: (step) => formatBytes(step.totals.bytes), right: true },
  ])
  const more =
    steps.length > shown.length ? `\n… and ${steps.length - shown.length} more steps (--json has all)` : ''
  const sum = `${formatCountOf(steps.length, 'step')}: ${formatCountOf(totals.parts, 'part')}, ${formatCountOf(totals.rows, 'row')}, ${formatBytes(totals.bytes)}.`
  return [
    `Plan for ${formatTableName(request)} on ${request.cluster}: ${describeGoal(request)}`,
    ...(steps.length > 0 ? [`${table}${more}`, `${sum}\n${renderEstimate(estimate)}`] : []),
    renderChecks(checks),
  ].join('\n\n')
}

function describeGoal({ goal, targetVolume }: MoveRequest): string {
  switch (goal.kind) {
    case 'older-than':
      return `move partitions older than ${formatTime(goal.before)} to ${targetVolume}`
    case 'newer-than':
      return `move partitions since ${formatTime(goal.from)} to ${targetVolume}`
    case 'partitions':
      return `move ${formatCountOf(goal.partitionIds.length, 'partition')} to ${targetVolume}`
    case 'align-replicas':
      return `align replicas (${goal.to})`
  }
}

function renderEstimate({ duration, requests, cost, notes }: MovePreview['estimate']): string {
  const time =
    duration === null
      ? 'Duration: no rate measured yet.'
      : `Duration: ${formatDuration(duration.fastMs)} to ${formatDuration(duration.slowMs)}.`
  const sent =
    requests === null
      ? ''
      : ` Requests: ${formatCount(requests.writes)} PUT, ${formatCount(requests.reads)} GET`
  const price = cost === null ? '' : `, ${formatMoney(cost.amount, cost.currency)}`
  return [`${time}${sent === '' ? '' : `${sent}${price}.`}`, ...notes.map(printable)].join('\n')
}
