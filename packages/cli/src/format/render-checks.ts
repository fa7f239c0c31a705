import { formatCountOf } from './quantities.ts'
import { printable } from './render-table.ts'

interface Check {
  node?: string | null
  outcome: 'passed' | 'warning' | 'blocking'
  text: string
  hint: string | null
}

const marks = { warning: 'Warning', blocking: 'Blocked' } as const

/** Warnings and blocking checks with what to do; those that passed are counted. */
export function renderChecks(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ node, outcome, text, hint }) => {
    if (outcome === 'passed') return []
    const where = node === null || node === undefined ? '' : `${node}: `
    return [
      `${marks[outcome]}: ${where}${printable(text)}`,
      ...(hint === null ? [] : [`  ${printable(hint)}`]),
    ]
  })
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  return [...lines, `${formatCountOf(passed, 'check')} passed.`].join('\n')
}
