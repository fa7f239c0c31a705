import { archiveObstacles, partitionTimes } from '@frostline/clickhouse'
import {
  freezeArchiveStep,
  readArchiveStep,
  recordArchiveStep,
  type StepOfArchive,
  thawArchiveStep,
} from '@frostline/db'
import { compareFrozen, encodeWitnesses, planArchiveFiles, sumRows, takeWitness } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'
import { frozenParts, lookAtStep, primaryOf, type ReplicaLook } from './look-at-step.ts'
import { proveFile } from './prove-file.ts'
import { isWritten, writeFile } from './write-file.ts'
import { writeManifest } from './write-manifest.ts'

/** Parts that are merged all the time cannot be archived. */
const maxAttempts = 10

/** Freezes the parts of a step, writes their files, proves them and puts the manifest. Ends early when a person stops it. */
export async function exportStep(task: ArchiveTask, given: StepOfArchive): Promise<void> {
  for (;;) {
    const step = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
    if (step.state === 'planned') {
      if (!(await freeze(task, step))) return
      continue
    }
    if (step.state !== 'exporting') return
    const end = await writeAndProve(task, step)
    if (end.kind !== 'changed') return
    if (step.attempt >= maxAttempts)
      throw new ArchiveFault(
        `The parts of ${nameStep(step)} changed ${maxAttempts} times while they were written. ${end.reason} Wait until its merges and mutations have ended, then resume.`,
      )
    await thawArchiveStep(task.deps.db, task.run, step.ordinal, end.reason, task.deps.now())
  }
}

/** False: a person has stopped it. */
async function freeze(task: ArchiveTask, step: StepOfArchive): Promise<boolean> {
  const looks = await lookAtEqualReplicas(task, step)
  if (looks === null) return false
  const { node, parts } = primaryOf(step, looks)
  if (sumRows(parts) === 0n) {
    await recordArchiveStep(task.deps.db, task.run, step.ordinal, {
      ...{ state: 'kept', error: 'The partition has no rows any more.', changedAt: task.deps.now() },
    })
    return true
  }
  await refuseHidden(task, step, looks)
  const witnesses = parts.map(takeWitness)
  const times = { ...task.at, partition_id: step.partitionId }
  const [range] = (await node.client.query(partitionTimes, times)).rows
  await freezeArchiveStep(
    task.deps.db,
    task.run,
    step.ordinal,
    {
      ...{ nodeName: node.name, attempt: step.attempt + 1, parts: encodeWitnesses(witnesses) },
      ...{ rows: sumRows(witnesses), oldestAt: range?.oldest ?? null, newestAt: range?.newest ?? null },
      bytes: witnesses.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n),
      files: planArchiveFiles(witnesses).map(({ selection, rows }) => ({ selection, rows })),
    },
    task.deps.now(),
  )
  task.announce()
  return true
}

/** All replicas of the shard have the same parts. Null: a person has stopped it. */
async function lookAtEqualReplicas(task: ArchiveTask, step: StepOfArchive): Promise<ReplicaLook[] | null> {
  const backoff = new Backoff(500, 10_000)
  for (;;) {
    const looks = await lookAtStep(task, step)
    if (looks === null) return null
    const names = looks.map(({ parts }) => parts.map(({ name }) => name).join(' '))
    if (names.every((each) => each === names[0])) {
      await task.wait('replication', null)
      return looks
    }
    await task.wait(
      'replication',
      `Replicas have different parts of ${nameStep(step)}. Waiting for replication.`,
    )
    await pause(backoff.next(), () => task.stopped())
    if (await task.stopped()) return null
  }
}

/**
 * Rows that queries do not see would be in no file. Patch parts change what a part holds and leave its name as it is: no
 * other comparison notices them.
 */
export async function refuseHidden(
  task: ArchiveTask,
  step: StepOfArchive,
  looks: readonly ReplicaLook[],
  advice?: string,
): Promise<void> {
  const { node } = primaryOf(step, looks)
  const { rows } = await node.client.query(archiveObstacles, task.at)
  const obstacle = rows.find(({ partition_id }) => partition_id === step.partitionId)
  if (!obstacle) return
  const isPatched = obstacle.patch_parts > 0n
  throw new ArchiveFault(
    `${nameStep(step)} has ${isPatched ? 'patch parts of lightweight updates' : 'rows that a lightweight DELETE hides'}. ${advice ?? `Run ALTER TABLE … ${isPatched ? 'APPLY PATCHES' : 'APPLY DELETED MASK'}, then resume.`}`,
  )
}

type ExportEnd = { kind: 'done' } | { kind: 'stopped' } | { kind: 'changed'; reason: string }

async function writeAndProve(task: ArchiveTask, step: StepOfArchive): Promise<ExportEnd> {
  const node = task.nodesOf(step).find(({ name }) => name === step.nodeName)
  if (!node) return { kind: 'changed', reason: `${step.nodeName} is not in the cluster any more.` }
  for (const file of step.files) {
    if (file.state === 'proved') continue
    const written =
      file.state === 'written' && isWritten(file) ? file : await writeFile(task, step, node, file)
    if (written === null) return { kind: 'stopped' }
    const proof = await proveFile(task, step, node, written)
    if (proof.kind === 'stopped') return proof
    if (proof.kind === 'changed') return explainChange(task, step, proof.reason)
  }
  const late = await compareWithTable(task, step)
  if (late === null) return { kind: 'stopped' }
  if (late.gone.length > 0) return { kind: 'changed', reason: describeGone(late.gone) }
  return finish(task, step, sumRows(late.late))
}

async function compareWithTable(task: ArchiveTask, step: StepOfArchive) {
  const looks = await lookAtStep(task, step)
  return looks && compareFrozen(frozenParts(step), primaryOf(step, looks).parts)
}

/** Fewer rows were read than the parts have: because the parts are gone, or because rows are hidden. */
async function explainChange(task: ArchiveTask, step: StepOfArchive, reason: string): Promise<ExportEnd> {
  const found = await compareWithTable(task, step)
  if (found === null) return { kind: 'stopped' }
  if (found.gone.length > 0) return { kind: 'changed', reason: describeGone(found.gone) }
  throw new ArchiveFault(`${nameStep(step)} cannot be archived. ${reason}`)
}

export function describeGone(gone: readonly string[]): string {
  return `${gone.length === 1 ? `Part ${gone[0]} was` : `${gone.length} parts, such as ${gone[0]}, were`} merged, changed or dropped since.`
}

async function finish(task: ArchiveTask, given: StepOfArchive, lateRows: bigint): Promise<ExportEnd> {
  const { db } = task.deps
  const step = await readArchiveStep(db, task.run.id, given.ordinal)
  const manifest = await writeManifest(task, step)
  if (manifest === null) return { kind: 'stopped' }
  await removeOtherAttempts(task, step)
  const now = task.deps.now()
  await recordArchiveStep(db, task.run, step.ordinal, {
    ...manifest,
    ...{ state: 'proved', lateRows, error: null, provedAt: now, changedAt: now },
  })
  task.announce()
  return { kind: 'done' }
}

/** They are below the folder of this run, and no manifest names them. One that cannot be removed costs space alone. */
async function removeOtherAttempts(task: ArchiveTask, step: StepOfArchive): Promise<void> {
  const { bucket } = task.archive
  const page = await task.source.store.listPage(bucket, {
    ...{ prefix: `${task.folderOf(step)}shard-${step.shard}-`, pageSize: 1_000 },
  })
  if (page.kind !== 'ok') return
  const known = new Set(step.files.map(({ key }) => key))
  for (const { key } of page.objects) if (!known.has(key)) await task.source.store.delete(bucket, key)
}
