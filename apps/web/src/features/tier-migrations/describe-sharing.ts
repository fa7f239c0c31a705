import { formatBytes, formatCountOf } from '@frostline/ui'
import type { MigrationStep } from './status.ts'

interface Sharing {
  node: string
  uploader: string
  sharers: number
  sharedBytes: bigint
}

/** What a replica does on a disk that it shares: for the badge, and in a sentence. */
export function describeShare({ node, uploader, sharers, sharedBytes }: Sharing): {
  label: string
  meaning: string
} {
  if (node === uploader && sharedBytes === 0n)
    return {
      label: `uploads for ${sharers} replicas`,
      meaning: `${node} uploads. The other replicas move after it and refer to its objects.`,
    }
  const what = sharedBytes > 0n ? `${formatBytes(sharedBytes)} of objects` : 'objects'
  return {
    label: `shared by ${sharers} replicas`,
    meaning: `${node} refers to ${what} that another replica has uploaded, and does not upload them again.`,
  }
}

type Step = Pick<
  MigrationStep,
  'nodeName' | 'uploader' | 'sharers' | 'sharedBytes' | 'sharedObjects' | 'ownObjects' | 'uploadedBytes'
>

/** What was planned, and what the remote paths of both replicas showed afterwards. */
export function describeSharing({ nodeName, uploader, sharers, sharedBytes, ...step }: Step): string {
  const plan =
    nodeName === uploader
      ? `The target is shared by ${sharers} replicas, and this one uploads.`
      : `The target is shared by ${sharers} replicas. ${uploader} uploads, and this one refers to ${sharedBytes > 0n ? `${formatBytes(sharedBytes)} of it` : 'its objects'}.`
  const { sharedObjects, ownObjects, uploadedBytes } = step
  if (sharedObjects === null || ownObjects === null) return plan
  const proved = [
    ...(ownObjects > 0
      ? [`It has uploaded ${formatCountOf(ownObjects, 'object')} (${formatBytes(uploadedBytes)}).`]
      : ['It has uploaded nothing.']),
    ...(sharedObjects > 0
      ? [`${formatCountOf(sharedObjects, 'object')} have the same remote path as on another replica.`]
      : []),
  ]
  return [plan, ...proved].join(' ')
}
