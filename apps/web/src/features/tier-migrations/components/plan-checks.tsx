import { joinClasses } from '@frostline/ui'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { MigrationDetail } from '../status.ts'

type Check = MigrationDetail['checks'][number]

const rank = { blocking: 0, warning: 1, passed: 2 }
const marks = {
  blocking: { icon: <CircleX aria-hidden />, className: 'text-danger', word: 'Blocks' },
  warning: { icon: <TriangleAlert aria-hidden />, className: 'text-warn', word: 'Warning' },
  passed: { icon: <CircleCheck aria-hidden />, className: 'text-ok', word: 'Passed' },
}

/** The checks, worst first. The same passed check on many nodes is one line. */
export function PlanChecks({ checks }: { checks: readonly Check[] }) {
  const replicas = new Set(checks.flatMap(({ node }) => (node === null ? [] : [node]))).size
  return (
    <ul aria-label="Checks" className="flex flex-col gap-2 text-sm">
      {groupChecks(checks).map(({ key, check, nodes }) => (
        <li key={key} className="flex gap-2">
          <span className={joinClasses('mt-0.5 shrink-0 [&_svg]:size-4', marks[check.outcome].className)}>
            {marks[check.outcome].icon}
            <span className="sr-only">{marks[check.outcome].word}</span>
          </span>
          <div className="min-w-0">
            <p className="break-words">
              {check.text}
              {nodes.length > 0 ? (
                <span className="text-ink-3"> {describeNodes(nodes, replicas)}</span>
              ) : null}
            </p>
            {check.hint ? <p className="text-ink-2 text-xs">{check.hint}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

function describeNodes(nodes: readonly string[], replicas: number): string {
  return nodes.length === replicas && replicas > 1 ? `on all ${replicas} replicas` : `on ${nodes.join(', ')}`
}

function groupChecks(checks: readonly Check[]): { key: string; check: Check; nodes: string[] }[] {
  const groups = new Map<string, { key: string; check: Check; nodes: string[] }>()
  for (const check of checks) {
    const key = `${check.outcome} ${check.id} ${check.text}`
    const group = groups.get(key) ?? { key, check, nodes: [] }
    if (check.node !== null) group.nodes.push(check.node)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => rank[a.check.outcome] - rank[b.check.outcome])
}
