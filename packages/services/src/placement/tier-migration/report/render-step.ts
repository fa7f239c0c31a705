import { sizeText } from '@frostline/domain'
import type { TierMigrationProof } from '../export-proof.ts'
import { groupDigits, type Html, html, moment, type ReportColumn, renderTable } from './html.ts'

type ProvedStep = TierMigrationProof['steps'][number]
type Witness = NonNullable<ProvedStep['before']>[number]

/** One partition on one replica: its parts before and after, what was sent, and what reading it back showed. */
export function renderStep(step: ProvedStep): Html {
  return html`<section><h3>Partition ${step.partition}: ${step.status}${step.proof === null ? '' : `, ${step.proof}`}</h3>
<p>Step ${step.ordinal + 1}, from ${step.fromVolumes.join(', ')} to ${step.toVolume}. ${groupDigits(step.plannedParts)} ${step.plannedParts === 1 ? 'part' : 'parts'}, ${groupDigits(step.plannedRows)} rows, ${sizeText(step.plannedBytes)} planned.${
    step.startedAt === null ? '' : ` Begun ${moment(step.startedAt)}.`
  }${step.finishedAt === null ? '' : ` Ended ${moment(step.finishedAt)}.`}</p>
${
  step.sharedObjects === null
    ? null
    : html`<p>Shared disk: ${step.uploader} uploads. This replica has put ${groupDigits(step.ownObjects ?? 0)} objects of ${sizeText(step.uploadedBytes)} there; ${groupDigits(step.sharedObjects)} have the same remote path as on another replica.${step.sharingFault === null ? '' : ` ${step.sharingFault}`}</p>`
}
${step.error === null ? null : html`<p class="look">${step.error}</p>`}
${renderParts(step)}${renderDeepCheck(step)}${renderStatements(step)}</section>`
}

function renderParts({ before, after, deepCheck }: ProvedStep): Html {
  if (before === null) return html`<p>Parts were not checked.</p>`
  const names = [...new Set([...before, ...(after ?? [])].map((part) => part.name))]
  const checked = new Map(deepCheck?.parts.map((part) => [part.name, part.passed ? 'passed' : part.message]))
  const count = (value: string | undefined) => (value === undefined ? '–' : groupDigits(value))
  const columns: ReportColumn[] = [
    { name: 'Part', kind: 'code' },
    { name: 'Rows before', kind: 'number' },
    { name: 'Rows after', kind: 'number' },
    { name: 'Bytes before', kind: 'number' },
    { name: 'Bytes after', kind: 'number' },
    { name: 'Disk before', kind: 'code' },
    { name: 'Disk after', kind: 'code' },
    { name: 'Hash of all files', kind: 'code' },
    ...(checked.size === 0 ? [] : [{ name: 'CHECK TABLE' }]),
  ]
  return renderTable(
    columns,
    names.map((name) => {
      const was = before.find((part) => part.name === name)
      const is = after?.find((part) => part.name === name)
      return [
        name,
        count(was?.rows),
        count(is?.rows),
        count(was?.bytesOnDisk),
        count(is?.bytesOnDisk),
        was?.disk ?? '–',
        is?.disk ?? '–',
        compareHashes(was, is),
        checked.get(name) ?? '–',
      ]
    }),
  )
}

function compareHashes(was: Witness | undefined, is: Witness | undefined): string {
  if (was && is) return was.hash === is.hash ? `equal ${is.hash}` : `differs ${was.hash} → ${is.hash}`
  if (was) return `only before ${was.hash}`
  return `only after ${is?.hash ?? ''}`
}

function renderDeepCheck({ deepCheck: check, deepCheckVerdict: verdict }: ProvedStep): Html | null {
  if (!check || verdict === null) return null
  const sum = (of: typeof check.before) =>
    of === null
      ? 'no checksum'
      : `${groupDigits(of.rows)} rows, checksum ${of.checksum} (query ${of.queryId})`
  return html`<p>Deep check ${verdict}${check.checkedAt === null ? '' : `, ${moment(new Date(check.checkedAt))}`}. ${check.reason ?? 'Rows and checksum are equal.'} Before: ${sum(check.before)}. After: ${sum(check.after)}.${
    check.checkQueryId === null ? '' : ` CHECK TABLE: query ${check.checkQueryId}.`
  }</p>`
}

function renderStatements({ statements }: ProvedStep): Html {
  if (statements.length === 0) return html`<p>No statement was sent.</p>`
  return html`<ol class="statements">${statements.map(
    (sent) =>
      html`<li><code>${sent.statement}</code><br>${sent.status}, query ${sent.queryId}, sent ${moment(sent.sentAt)}${
        sent.finishedAt === null ? '' : `, ended ${moment(sent.finishedAt)}`
      }${sent.error === null ? null : html`<br><span class="look">${sent.error}</span>`}</li>`,
  )}</ol>`
}
