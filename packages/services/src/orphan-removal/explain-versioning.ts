import type { VersioningOutcome } from '@frostline/object-store'

/** What a person who deletes from the bucket should know of its versions. Null: there is nothing to know. */
export function explainVersioning(bucket: string, outcome: VersioningOutcome): string | null {
  if (outcome.kind !== 'ok')
    return `The versioning of ${bucket} could not be read: ${outcome.message} If it is enabled, deleted objects remain as older versions and are still charged. The key needs GetBucketVersioning.`
  if (outcome.versioning === 'enabled')
    return `${bucket} has versioning. Deleted objects remain as older versions and are still charged until a lifecycle rule or a person removes them.`
  return null
}
