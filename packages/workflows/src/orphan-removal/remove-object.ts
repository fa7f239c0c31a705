import type { OrphanRemovalObject, SettledObject } from '@frostline/db'
import { decideRemovalStep, type RemovalAct, type RemovalLook } from '@frostline/domain'
import { maxTags, type ObjectTags, type StoreFailure } from '@frostline/object-store'
import { abortUpload, type Leave } from './abort-upload.ts'
import type { ReplicaLook } from './check-with-replicas.ts'
import { RemovalFault, type RemovalTask } from './removal-task.ts'
import { sendToStore } from './send-to-store.ts'

/** Contains the id of the removal; no other removal takes the object then. */
const quarantineTag = 'frostline-quarantine'
/** A few rounds may be caused by others; more mean a store that does not do what it says. */
const maxRounds = 8

interface Seen extends RemovalLook {
  tags: ObjectTags
}

/**
 * Checks, decides, acts, and checks again, until the object has its result for the stage. Null: a person has stopped
 * it, or it took too long; the ledger says that it was started, and the next drive checks again.
 */
export async function removeObject(
  task: RemovalTask,
  replicas: ReplicaLook,
  leave: Leave,
  object: OrphanRemovalObject,
): Promise<SettledObject | null> {
  if (object.kind === 'upload') return abortUpload(task, replicas, leave, object)
  const { stage, way } = task.removal
  let mayBeDeleted = object.state === 'deleting'
  for (let round = 0; round < maxRounds; round++) {
    const seen = await lookAt(task, object, replicas.obstacleOf(object.key))
    if (seen === null) return null
    const step = decideRemovalStep(stage, way, { ...object, mayBeDeleted }, seen)
    if (step.act === null)
      return { id: object.id, state: step.end, reason: step.reason, copyEtag: seen.copy?.etag ?? null }
    if (performance.now() > leave.untilMs) return null
    if (stage === 'deleting' && step.act.startsWith('delete-')) mayBeDeleted = true
    const answer = await sendToStore(task, permissions[step.act], () =>
      perform(task, object, seen, step.act as RemovalAct),
    )
    if (answer === null) return null
  }
  throw new RemovalFault(
    `The store reported success for ${object.key}, but the object shows no effect. Check the object.`,
  )
}

const permissions: Record<RemovalAct, string> = {
  tag: 'PutObjectTagging',
  untag: 'PutObjectTagging',
  copy: 'GetObject and PutObject',
  'copy-back': 'GetObject and PutObject',
  'delete-original': 'DeleteObject',
  'delete-copy': 'DeleteObject',
  'abort-upload': 'AbortMultipartUpload',
}

async function lookAt(
  task: RemovalTask,
  object: OrphanRemovalObject,
  obstacle: string | null,
): Promise<Seen | null> {
  const { removal } = task
  const [original, copy] = await Promise.all([
    head(task, object.key),
    removal.way === 'copy' ? head(task, copyKeyOf(task, object)) : { object: null },
  ])
  if (original === null || copy === null) return null
  const seen = { original: original.object, copy: copy.object, tagged: false, obstacle, tags: new Map() }
  if (removal.way === 'copy' || seen.original === null) return seen
  const tags = await sendToStore(task, 'GetObjectTagging', () =>
    task.source.store.readTags(removal.bucket, object.key),
  )
  if (tags === null) return null
  if (tags.kind === 'overtaken') return { ...seen, original: null }
  const tagged = tags.tags.get(quarantineTag) === removal.id
  const isFull = !tagged && tags.tags.size >= maxTags
  return {
    ...seen,
    ...{ tagged, tags: tags.tags },
    obstacle: obstacle ?? (isFull ? `It already has ${maxTags} tags, the maximum.` : null),
  }
}

async function head(task: RemovalTask, key: string) {
  const answer = await sendToStore(task, 'GetObject and ListBucket', () =>
    task.source.store.head(task.removal.bucket, key),
  )
  if (answer === null) return null
  if (answer.kind === 'overtaken') return { object: null }
  const { sizeBytes, etag, lastModified: modifiedAt } = answer
  return { object: { sizeBytes, etag, modifiedAt } }
}

/** Each request is conditional on what was just seen: the store rejects it if the object has changed. */
async function perform(
  task: RemovalTask,
  object: OrphanRemovalObject,
  { original, copy, tags }: Seen,
  act: RemovalAct,
): Promise<{ kind: 'ok' } | StoreFailure> {
  const { store } = task.source
  const { bucket, id } = task.removal
  const { key } = object
  const copyKey = copyKeyOf(task, object)
  switch (act) {
    case 'tag':
      return store.writeTags(bucket, key, new Map([...tags, [quarantineTag, id]]))
    case 'untag':
      return store.writeTags(bucket, key, new Map([...tags].filter(([name]) => name !== quarantineTag)))
    case 'copy':
      return store.copy(bucket, key, copyKey, { ifMatch: original?.etag ?? '' })
    case 'copy-back':
      return withOrWithout((conditional) =>
        store.copy(bucket, copyKey, key, { ifMatch: copy?.etag ?? '', ifAbsent: conditional }),
      )
    case 'delete-original':
      return withOrWithout((conditional) =>
        store.delete(bucket, key, { ifMatch: conditional ? original?.etag : undefined }),
      )
    case 'delete-copy':
      return withOrWithout((conditional) =>
        store.delete(bucket, copyKey, { ifMatch: conditional ? copy?.etag : undefined }),
      )
    case 'abort-upload':
      throw new Error(`${key} is not an upload.`)
  }
}

/** Some stores do not support conditions on these requests and say so: then only the check before protects. */
async function withOrWithout<Answer extends { kind: string }>(
  send: (conditional: boolean) => Promise<Answer | StoreFailure>,
): Promise<Answer | StoreFailure> {
  const answer = await send(true)
  return answer.kind === 'refused' && 'status' in answer && answer.status === 501 ? send(false) : answer
}

function copyKeyOf({ removal }: RemovalTask, { key }: OrphanRemovalObject): string {
  return `${removal.quarantinePrefix}${key}`
}
