import type { OrphanRemovalObject } from '../generated/client.ts'
import type { OrphanRemovalStage, OrphanState } from '../generated/enums.ts'
import { isCurrentRun, nameRun, type RunRef, readRun } from '../run/fence-run.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { isOpenInStage } from './open-in-stage.ts'

/** The next ones; first those that an earlier worker had started. */
export async function listOpenObjects(
  db: Database,
  removalId: string,
  stage: OrphanRemovalStage,
  take: number,
): Promise<OrphanRemovalObject[]> {
  const inHand = await db.orphanRemovalObject.findMany({
    where: { removalId, state: { in: ['quarantining', 'deleting', 'restoring'] } },
    orderBy: { id: 'asc' },
    take,
  })
  const rest = await db.orphanRemovalObject.findMany({
    where: { AND: [isOpenInStage(removalId, stage), { state: { in: ['found', 'quarantined'] } }] },
    orderBy: { id: 'asc' },
    take: take - inHand.length,
  })
  return [...inHand, ...rest]
}

/**
 * Written before anything is sent for them. False: a person has stopped it. Throws StaleWriterError when the run is no
 * longer current. @param mayBeDeleted set for those that are being deleted: if they are gone later, we deleted them.
 */
export async function markObjects(
  db: Database,
  run: RunRef,
  stage: OrphanRemovalStage,
  ids: readonly bigint[],
  now: Date,
): Promise<boolean> {
  const marked = await db.$executeRaw`
    UPDATE orphan_removal_object
    SET state = CASE WHEN state = 'deleting' THEN state ELSE ${stage}::orphan_state END, "changedAt" = ${now}
    WHERE "removalId" = ${run.id} AND id = ANY(${[...ids]}::bigint[])
      AND state IN ('found', 'quarantining', 'quarantined', 'deleting', 'restoring')
      AND ${isCurrentRun(run, { goesOn: true })}`
  if (marked === ids.length) return true
  if ((await readRun(db, run)).status === 'running') throw new StaleWriterError(`Objects of ${nameRun(run)}`)
  return false
}

export interface SettledObject {
  id: bigint
  state: OrphanState
  reason: string | null
  copyEtag: string | null
}

/** Throws StaleWriterError if another worker has one of them. */
export async function settleObjects(
  db: Database,
  run: RunRef,
  settled: readonly SettledObject[],
  now: Date,
): Promise<void> {
  if (settled.length === 0) return
  const written = await db.$executeRaw`
    UPDATE orphan_removal_object AS object
    SET state = given.state::orphan_state, reason = given.reason, "changedAt" = ${now},
      "copyEtag" = coalesce(given."copyEtag", object."copyEtag")
    FROM unnest(
      ${settled.map(({ id }) => id)}::bigint[],
      ${settled.map(({ state }) => state)}::text[],
      ${settled.map(({ reason }) => reason)}::text[],
      ${settled.map(({ copyEtag }) => copyEtag)}::text[]
    ) AS given(id, state, reason, "copyEtag")
    WHERE object."removalId" = ${run.id} AND object.id = given.id
      AND object.state IN ('quarantining', 'deleting', 'restoring') AND ${isCurrentRun(run)}`
  if (written !== settled.length) throw new StaleWriterError(`Objects of ${nameRun(run)}`)
}

/** What was never touched needs no restore. */
export async function keepUntouched(db: Database, run: RunRef, reason: string, now: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE orphan_removal_object SET state = 'kept', reason = ${reason}, "changedAt" = ${now}
    WHERE "removalId" = ${run.id} AND state = 'found' AND ${isCurrentRun(run)}`
}
