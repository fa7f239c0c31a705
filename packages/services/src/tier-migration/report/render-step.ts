import { sizeText } from '@frostline/domain'
import type { TierMigrationProof } from '../export-proof.ts'
import { type Html, html } from './html.ts'
import { moment } from './moment.ts'

type ProvedStep = TierMigrationProof['steps'][number]
type Witness = NonNullable<ProvedStep['before']>[number]

/** One partition on one replica: its parts before and after, what was sent, and what reading it back showed. */
export function renderStep(step: ProvedStep): Html {
  return html`<section><h3>Partition ${step.partition}: ${step.status}${step.proof === null ? '' : `, ${step.proof}`}</h3>
<p>Step ${step.ordinal + 1}, from ${step.fromVolumes.join(', ')} to ${step.toVolume}. ${step.plannedParts} parts, ${step.plannedRows} rows, ${sizeText(step.plannedBytes)} planned.${
    step.startedAt === null ? '' : ` Begun ${moment(step.startedAt)}.`
  }${step.finishedAt === null ? '' : ` Ended ${moment(step.finishedAt)}.`}</p>
${step.error === null ? null : html`<p class="look">${step.error}</p>`}
${renderParts(step)}${renderDeepCheck(step)}${renderStatements(step)}</section>`
}

function renderParts({ before, after, deepCheck }: ProvedStep): Html {
  if (before === null) return html`<p>Its parts were not looked at.</p>`
  const names = [...new Set([...before, ...(after ?? [])].map((part) => part.name))]
  const checked = new Map(deepCheck?.parts.map((part) => [part.name, part.passed ? 'passed' : part.message]))
  return html`<table><thead><tr><th>Part</th><th class="number">Rows before</th><th class="number">after</th><th class="number">Bytes before</th><th class="number">after</th><th>Disk before</th><th>after</th><th>Hash of all files</th>${
    checked.size === 0 ? null : html`<th>CHECK TABLE</th>`
  }</tr></thead><tbody>${names.map((name) => {
    const was = before.find((part) => part.name === name)
    const is = after?.find((part) => part.name === name)
    return html`<tr><td class="code">${name}</td><td class="number">${was?.rows ?? '–'}</td><td class="number">${is?.rows ?? '–'}</td><td class="number">${was?.bytesOnDisk ?? '–'}</td><td class="number">${is?.bytesOnDisk ?? '–'}</td><td class="code">${was?.disk ?? '–'}</td><td class="code">${is?.disk ?? '–'}</td><td class="code">${compareHashes(was, is)}</td>${
      checked.size === 0 ? null : html`<td>${checked.get(name) ?? '–'}</td>`
    }</tr>`
  })}</tbody></table>`
}

function compareHashes(was: Witness | undefined, is: Witness | undefined): string {
  if (was && is) return was.hash === is.hash ? `equal ${is.hash}` : `differs ${was.hash} → ${is.hash}`
  if (was) return `only before ${was.hash}`
  return `only after ${is?.hash ?? ''}`
}

function renderDeepCheck({ deepCheck: check, deepCheckVerdict: verdict }: ProvedStep): Html | null {
  if (!check || verdict === null) return null
  const sum = (of: typeof check.before) =>
    of === null ? 'not summed up' : `${of.rows} rows, checksum ${of.checksum} (query ${of.queryId})`
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
