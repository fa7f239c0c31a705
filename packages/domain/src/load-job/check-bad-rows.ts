import type { ObjectFormat } from '../source/object-format.ts'
import type { LoadCheck } from './load-check.ts'
import type { BadRowsRule } from './load-spec.ts'
import { isTextFormat } from './propose-table.ts'

/** What a node of the load says to the files in which the server records bad rows. */
export interface BadRowsNode {
  node: string
  /** Why it cannot record them, or not collect them; null: it can. `grant` is what would help. */
  fault: { reason: string; hint: string } | null
  /** The GRANT without which files stay as large as they are; null: they are emptied. */
  cannotEmpty: string | null
}

export interface BadRowsFacts {
  rule: Exclude<BadRowsRule, { kind: 'fail' }>
  format: ObjectFormat
  nodes: readonly BadRowsNode[]
}

/** Whether bad rows can be left out as asked for. */
export function checkBadRows({ rule, format, nodes }: BadRowsFacts): LoadCheck[] {
  if (!isTextFormat(format))
    return [
      {
        id: 'bad-rows',
        outcome: 'blocking',
        text: `Bad rows cannot be skipped in ${format}. An object that cannot be read is broken as a whole.`,
        hint: 'Choose to reject the whole object.',
      },
    ]
  const faults = nodes.flatMap(({ node, fault }) => (fault === null ? [] : [{ node, ...fault }]))
  if (faults.length > 0)
    return faults.map(({ node, reason, hint }) => ({
      id: 'bad-rows',
      outcome: 'blocking',
      text: `${node} cannot record bad rows: ${reason}`,
      hint,
    }))
  const most = `Up to ${rule.maxRowsPerObject} bad rows per object`
  const checks: LoadCheck[] = [
    {
      id: 'bad-rows',
      outcome: 'passed',
      text:
        rule.kind === 'skip'
          ? `${most} are skipped and counted.`
          : `${most} are skipped and saved in ${rule.into.database}.${rule.into.table}, which is created if missing.`,
      hint: null,
    },
  ]
  if (rule.kind === 'collect' && format === 'JSONEachRow')
    checks.push({
      id: 'bad-rows',
      outcome: 'warning',
      text: 'For JSON the server records the number of a bad row, but not its text or the reason.',
      hint: 'Find the row in the object by its number.',
    })
  const full = nodes.filter(({ cannotEmpty }) => cannotEmpty !== null)
  if (full.length > 0)
    checks.push({
      id: 'bad-rows',
      outcome: 'warning',
      text: `The server writes bad rows to files under user_files. The console user may not empty them on ${full.map(({ node }) => node).join(', ')}, so they stay there.`,
      hint: `${full[0]?.cannotEmpty ?? ''}, or remove the files named frostline_load_… manually.`,
    })
  return checks
}
