import { Badge } from '@frostline/ui'
import { describeShare } from '../describe-sharing.ts'

/** Shows that the target is a disk shared by the shard's replicas, and what this one does there. */
export function SharingBadge(share: Parameters<typeof describeShare>[0]) {
  const { label, meaning } = describeShare(share)
  return (
    <Badge tone="cold" title={meaning}>
      {label}
    </Badge>
  )
}
