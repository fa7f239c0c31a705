import type { ObjectDiff } from '@frostline/domain'
import { Badge, joinClasses } from '@frostline/ui'

const words: Record<ObjectDiff['change'], string> = { new: 'new', changed: 'changed', same: 'unchanged' }
const lineClasses = {
  '+': 'bg-ok-soft text-ok-ink',
  '-': 'bg-danger-soft text-danger-ink',
  ' ': 'text-ink-2',
}

/** Changes for nodes with the same differences. */
export function StorageDiff({ nodes, diffs }: { nodes: readonly string[]; diffs: readonly ObjectDiff[] }) {
  return (
    <section aria-label={`Changes on ${nodes.join(', ')}`} className="flex flex-col gap-3">
      <h3 className="text-ink-2 text-xs">On {nodes.join(', ')}</h3>
      {diffs.map(({ object, name, change, lines }) => (
        <div key={`${object} ${name}`} className="overflow-hidden rounded-md border">
          <p className="flex items-center gap-2 border-b bg-sunken px-3 py-1.5 text-xs">
            {object} <span className="font-medium font-mono">{name}</span>
            <Badge tone={change === 'same' ? 'neutral' : change === 'new' ? 'ok' : 'warn'}>
              {words[change]}
            </Badge>
          </p>
          {change === 'same' ? null : (
            <pre className="overflow-x-auto font-mono text-2xs leading-5">
              {lines.map(({ sign, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order is all they have
                <span key={index} className={joinClasses('block px-3', lineClasses[sign])}>
                  {sign} {text}
                </span>
              ))}
            </pre>
          )}
        </div>
      ))}
    </section>
  )
}

/** Nodes with equal differences together. */
export function groupDiffs(
  byNode: readonly { node: string; diffs: readonly ObjectDiff[] | null }[],
): { nodes: string[]; diffs: readonly ObjectDiff[] | null }[] {
  const groups = new Map<string, { nodes: string[]; diffs: readonly ObjectDiff[] | null }>()
  for (const { node, diffs } of byNode) {
    const key = JSON.stringify(diffs)
    const group = groups.get(key) ?? { nodes: [], diffs }
    groups.set(key, group)
    group.nodes.push(node)
  }
  return [...groups.values()]
}
