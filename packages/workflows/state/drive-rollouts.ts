import { setTimeout as sleep } from 'node:timers/promises'
import { recoverRun } from '@frostline/db'
import { drivenRunStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../src/deps.ts'
import { checkProposals } from '../src/storage-proposal/check-proposals.ts'
import { prepareRollouts } from '../src/storage-rollout/prepare-rollouts.ts'
import { rolloutWork } from '../src/storage-rollout/run-storage-rollout.ts'
import { driveOnce } from '../src/testing/drive-once.ts'

/** What another worker does for change sets: checks of proposals, plans and runs of rollouts. Returns how to end it. */
export function driveRollouts(deps: WorkflowDeps): () => Promise<void> {
  let isEnded = false
  const loop = (async () => {
    // The database is killed meanwhile: whatever fails is tried again.
    for (; !isEnded; await sleep(200)) await takeTurn(deps).catch(() => undefined)
  })()
  return async () => {
    isEnded = true
    await loop
  }
}

async function takeTurn(deps: WorkflowDeps): Promise<void> {
  const { db } = deps
  await checkProposals(deps)
  await prepareRollouts(deps)
  const runs = await db.run.findMany({
    where: { kind: 'storage-rollout', status: { in: [...drivenRunStatuses] } },
  })
  for (const { id, status, generation } of runs) {
    // Nobody else drives them.
    if (status !== 'queued')
      await recoverRun(
        db,
        { kind: 'storage-rollout', id, generation },
        { by: { type: 'system', id: 'state', name: 'worker of npm run state' }, now: new Date() },
      )
    await driveOnce(deps, rolloutWork, id)
  }
}
