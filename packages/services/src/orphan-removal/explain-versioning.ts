import type { VersioningOutcome } from '@frostline/object-store'

/** What a person who deletes from the bucket should know of its versions. Null: there is nothing to know. */
export function explainVersioning(bucket: string, outcome: VersioningOutcome): string | null {
  if (outcome.kind !== 'ok')
    return `Whether ${bucket} keeps versions could not be asked: ${outcome.message} If it does, what is deleted stays there, and is paid for, as an older version. The key needs GetBucketVersioning.`
  if (outcome.versioning === 'enabled')
    return `${bucket} keeps versions: what is deleted stays there, and is paid for, as an older version until a lifecycle rule or a person removes it.`
  return null
}
