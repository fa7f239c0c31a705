import type { ConnectionCheck, ConnectionReport } from '../cluster.ts'
import { nodeChecks } from './check-words.ts'

const checkOrder: readonly ConnectionCheck['id'][] = [...nodeChecks, 'distinct_servers', 'same_policies']

/** Something to do, with every affected node. */
export interface Finding {
  key: string
  id: ConnectionCheck['id']
  status: 'failed' | 'warning'
  /** Nodes with the same message are grouped. Empty names: it affects all of them. */
  messages: { text: string; nodes: string[] }[]
  hint: string | null
  statements: readonly string[]
}

/** What did not pass, failures first, then in check order. The same advice for many nodes is one finding. */
export function listFindings(report: ConnectionReport): Finding[] {
  const findings = new Map<string, Finding>()
  const add = (check: ConnectionCheck, node: string | null) => {
    const { id, status, message, hint, statements } = check
    if (status !== 'failed' && status !== 'warning') return
    const key = JSON.stringify([id, status, hint, statements])
    const finding = findings.get(key) ?? { key, id, status, messages: [], hint, statements }
    findings.set(key, finding)
    const said = finding.messages.find(({ text }) => text === message)
    if (!said) finding.messages.push({ text: message, nodes: node === null ? [] : [node] })
    else if (node !== null) said.nodes.push(node)
  }
  for (const node of report.nodes) for (const check of node.checks) add(check, node.name)
  for (const check of report.comparison) add(check, null)
  return [...findings.values()].sort((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ id, status }: Finding): number {
  return (status === 'failed' ? 0 : checkOrder.length) + checkOrder.indexOf(id)
}

export interface Verdict {
  tone: 'ok' | 'warn' | 'danger'
  text: string
}

/** The report in one sentence. */
export function judgeReport(report: ConnectionReport): Verdict {
  const total = report.nodes.length
  const broken = report.nodes.filter((node) => !node.usable).length
  const nodes = (count: number) => `${count} ${count === 1 ? 'node' : 'nodes'}`
  if (broken > 0) return { tone: 'danger', text: `${broken} of ${nodes(total)} cannot be used.` }
  if (!report.usable) return { tone: 'danger', text: 'The nodes cannot be used together.' }
  const warnings = listFindings(report).length
  if (warnings === 0) return { tone: 'ok', text: `Everything passed on ${nodes(total)}.` }
  const them = warnings === 1 ? 'one warning' : `${warnings} warnings`
  return {
    tone: 'warn',
    text: `${total === 1 ? 'The node' : `All ${nodes(total)}`} can be used, with ${them}.`,
  }
}
