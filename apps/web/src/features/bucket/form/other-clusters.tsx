import { Checkbox, formatCountOf } from '@frostline/ui'
import type { BucketLook } from '../bucket-audit.ts'

interface OtherClustersProps {
  others: BucketLook['others']
  /** Ids. */
  leaveOut: ReadonlySet<string>
  onChange: (leaveOut: ReadonlySet<string>) => void
}

/** Which other clusters are asked. One that is gone or dead would keep every audit from a conclusion. */
export function OtherClusters({ others, leaveOut, onChange }: OtherClustersProps) {
  const toggle = (id: string, asked: boolean) => {
    const next = new Set(leaveOut)
    if (asked) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Other clusters to include</legend>
      {others.map(({ id, cluster, nodes }) => (
        <Checkbox key={id} checked={!leaveOut.has(id)} onCheckedChange={(checked) => toggle(id, checked)}>
          <span className="text-sm">
            {cluster} <span className="text-ink-3">({formatCountOf(nodes, 'node')})</span>
          </span>
        </Checkbox>
      ))}
      {leaveOut.size > 0 ? (
        <p className="max-w-[70ch] text-warn-ink text-xs">
          An excluded cluster is assumed to have no disk in this bucket. If it has one, its objects are shown
          as orphans. A removal still checks it.
        </p>
      ) : null}
    </fieldset>
  )
}
