import { explainChange, type ObjectLook } from './explain-change.ts'
import { maxCopyBytes } from './removal-choice.ts'

export type RemovalStage = 'quarantining' | 'deleting' | 'restoring'
export type QuarantineWay = 'tag' | 'copy'

/** One request to the store. */
export type RemovalAct =
  | 'tag'
  | 'untag'
  | 'copy'
  | 'copy-back'
  | 'delete-original'
  | 'delete-copy'
  | 'abort-upload'

export type RemovalEnd = 'quarantined' | 'deleted' | 'restored' | 'kept' | 'gone'

/** The next request, or the result of the object in this stage. */
export type RemovalStep = { act: RemovalAct } | { act: null; end: RemovalEnd; reason: string | null }

export interface RemovalObject extends ObjectLook {
  /** ETag of its copy in quarantine, once made. */
  copyEtag: string | null
  /** A deletion may have been sent before, so a missing object may be our own doing. */
  mayBeDeleted: boolean
}

/** The state observed now. */
export interface RemovalLook {
  original: ObjectLook | null
  /** In quarantine. Always null when the way is a tag. */
  copy: ObjectLook | null
  /** The original has the tag of this removal. */
  tagged: boolean
  /** Why it must not be deleted: a replica needs it, or it is unknown whether one does. */
  obstacle: string | null
}

/**
 * The next action for one object, decided from the observed state alone. It runs before and after each request, so that
 * every deletion has its own final check and a dead worker leaves a state from which the next one continues. No stage
 * deletes the last of original and copy, except the deleting one, and that only without an obstacle.
 */
export function decideRemovalStep(
  stage: RemovalStage,
  way: QuarantineWay,
  object: RemovalObject,
  look: RemovalLook,
): RemovalStep {
  return way === 'tag' ? decideWithTag(stage, object, look) : decideWithCopy(stage, object, look)
}

/** The same for a multipart upload, which has no quarantine. */
export function decideUploadStep(
  { mayBeDeleted }: Pick<RemovalObject, 'mayBeDeleted'>,
  { isThere, obstacle }: { isThere: boolean; obstacle: string | null },
): RemovalStep {
  if (!isThere) return absent(mayBeDeleted)
  return obstacle === null ? { act: 'abort-upload' } : kept(obstacle)
}

function decideWithTag(stage: RemovalStage, object: RemovalObject, look: RemovalLook): RemovalStep {
  const { original, tagged, obstacle } = look
  if (original === null) return absent(object.mayBeDeleted)
  const change = explainChange(object, original)
  if (stage === 'restoring') {
    if (tagged) return { act: 'untag' }
    return change === null ? end('restored') : kept(change)
  }
  if (change !== null || obstacle !== null) return tagged ? { act: 'untag' } : kept(change ?? obstacle ?? '')
  if (stage === 'quarantining') return tagged ? end('quarantined') : { act: 'tag' }
  return tagged ? { act: 'delete-original' } : kept('Its tag was removed while it was in quarantine.')
}

function decideWithCopy(stage: RemovalStage, object: RemovalObject, look: RemovalLook): RemovalStep {
  const { original, copy, obstacle } = look
  if (original === null && copy === null) return absent(object.mayBeDeleted)
  if (stage === 'restoring') return bringBack(object, look, null)
  if (obstacle !== null) return bringBack(object, look, obstacle)
  if (stage === 'quarantining') return takeAway(object, look)
  if (copy === null) return kept('It is back at its key.')
  if (original !== null) return kept('An object exists at its key again. The copy stays in quarantine.')
  if (copy.sizeBytes !== object.sizeBytes || (object.copyEtag !== null && copy.etag !== object.copyEtag))
    return kept('Its copy in quarantine was changed.')
  return { act: 'delete-copy' }
}

function takeAway(object: RemovalObject, { original, copy }: RemovalLook): RemovalStep {
  if (original === null) return end('quarantined')
  const change = explainChange(object, original)
  if (change !== null) return copy === null ? kept(change) : { act: 'delete-copy' }
  if (copy !== null && copy.sizeBytes === object.sizeBytes) return { act: 'delete-original' }
  if (object.sizeBytes > maxCopyBytes)
    return kept(
      'It is larger than 5 GiB, the limit of a single copy in the store. Remove it by a tag instead.',
    )
  return { act: 'copy' }
}

/** @param because why it is kept. Null: a person restores all of them. */
function bringBack(
  object: RemovalObject,
  { original, copy }: RemovalLook,
  because: string | null,
): RemovalStep {
  if (original === null) return { act: 'copy-back' }
  if (copy === null) return because === null ? end('restored') : kept(because)
  const isTheSame =
    original.sizeBytes === copy.sizeBytes && (original.etag === copy.etag || original.etag === object.etag)
  if (isTheSame) return { act: 'delete-copy' }
  return kept('A different object exists at its key. The copy stays in quarantine.')
}

const end = (end: RemovalEnd): RemovalStep => ({ act: null, end, reason: null })
const kept = (reason: string): RemovalStep => ({ act: null, end: 'kept', reason })
const absent = (mayBeDeleted: boolean): RemovalStep =>
  mayBeDeleted
    ? end('deleted')
    : { act: null, end: 'gone', reason: 'It does not exist any more. It was removed outside of Frostline.' }
