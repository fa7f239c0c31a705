import { Badge, formatBytes } from '@frostline/ui'

interface Props {
  node: string
  uploader: string
  sharers: number
  sharedBytes: bigint
}

/** That the target is a disk which the replicas of the shard share, and what this one does there. */
export function SharingBadge({ node, uploader, sharers, sharedBytes }: Props) {
  const uploads = node === uploader && sharedBytes === 0n
  const meaning = uploads
    ? `${node} uploads. The other replicas are moved after it and refer to its objects.`
    : `${node} refers to ${sharedBytes > 0n ? `${formatBytes(sharedBytes)} that` : 'what'} another replica has uploaded. It uploads none of that.`
  return (
    <Badge tone="cold" title={meaning}>
      {uploads ? 'uploads for' : 'shared by'} {sharers} replicas
    </Badge>
  )
}
