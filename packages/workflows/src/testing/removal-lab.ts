import { setTimeout as sleep } from 'node:timers/promises'
import type { OrphanRemoval, Run } from '@frostline/db'
import {
  approveOrphanRemoval,
  listRemovalObjects,
  openSource,
  previewOrphanRemoval,
  type RemovalObjectView,
  type StartRemovalInput,
  startOrphanRemoval,
} from '@frostline/services'
import { removalWork } from '../orphan-removal/run-removal.ts'
import type { BucketLab } from './bucket-lab.ts'
import { type CrashPoint, crashAt } from './crashing-worker.ts'
import { driveOnce } from './drive-once.ts'

type Change = Partial<StartRemovalInput>
/** A removal with its run. */
type LabRemoval = OrphanRemoval & Run

/** Helpers for tests of removals in a lab of buckets. */
export function removalsIn(lab: BucketLab) {
  const admin = lab.asRole('admin')
  const second = lab.asRole('admin', 'second@lab')

  async function find(id: string): Promise<LabRemoval> {
    const { run, ...removal } = await lab.db.orphanRemoval.findUniqueOrThrow({
      where: { id },
      include: { run: true },
    })
    return { ...removal, ...run }
  }

  return {
    admin,
    second,
    find,

    /** An audit that reports these. One that coincides with running work skips young objects, and is repeated. */
    async auditFor(keys: readonly string[]): Promise<string> {
      for (let attempt = 0; attempt < 30; attempt++) {
        const { id } = await lab.start()
        const { status, obstacle } = await lab.drive(id)
        if (status !== 'completed' || obstacle !== null)
          throw new Error(`The audit is ${status}: ${obstacle}`)
        const found = new Set((await lab.findings(id, 'orphan')).map(({ key }) => key))
        if (keys.every((key) => found.has(key))) return id
        await sleep(500)
      }
      throw new Error('Work was under way at each audit.')
    },

    /** Starts exactly what the page would show. Orphans of all kinds by default. */
    async start(auditId: string, change: Change = {}): Promise<string> {
      const choice = change.choice ?? { kinds: ['engine' as const, 'other' as const, 'upload' as const] }
      const { objects, bytes } = await previewOrphanRemoval(admin, { auditId, choice })
      const expected = { expectedObjects: Number(objects), expectedBytes: String(bytes) }
      const { id } = await startOrphanRemoval(admin, {
        ...{ auditId, choice, way: 'copy', attested: true, ...expected, ...change },
      })
      return id
    },

    async approve(id: string): Promise<void> {
      const held = await lab.db.orphanRemovalObject.count({
        where: { removalId: id, OR: [{ state: 'quarantined' }, { kind: 'upload', state: 'found' }] },
      })
      await approveOrphanRemoval(second, { id, expectedObjects: held })
    },

    /** Drives one generation to its end like a new worker process, in this one. */
    async drive(id: string): Promise<LabRemoval> {
      await driveOnce(lab.deps(), removalWork(), id)
      return find(id)
    },

    /** Stops like a killed worker at a step. Returns the step; null when there is none. */
    async crash(id: string, point: CrashPoint): Promise<string | null> {
      const { db, clusters, guardStore, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
      const deps = { ...lab.deps(), db, clusters }
      const open: typeof openSource = async (ctx, sourceId) => {
        const source = await openSource(ctx, sourceId)
        return { ...source, store: guardStore(source.store) }
      }
      try {
        await driveOnce(deps, removalWork(open), id)
      } catch (error) {
        if (!state.dead) throw error
      }
      return state.at === '' ? null : state.at
    },

    async objects(id: string): Promise<RemovalObjectView[]> {
      return (await listRemovalObjects(lab.asRole('viewer'), { id, limit: 1_000 })).objects
    },
  }
}
