import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedClickhouseNode, FaultRule } from '@frostline/embedded'
import type { MigrationLab } from './migration-lab.ts'
import type { ProductProcess } from './product-process.ts'
import type { RestClient } from './rest-client.ts'

export const victims = ['worker', 'web', 'postgres', 'node', 'store'] as const
export type Victim = (typeof victims)[number]

/** The programs of the product while they are killed and restarted. */
export interface Programs {
  door: RestClient
  worker: ProductProcess
  web: ProductProcess
}

export interface KillDraw {
  awayMs: number
  node: EmbeddedClickhouseNode | undefined
}

export type KillableLab = Pick<MigrationLab, 'startWorker' | 'startWeb' | 'postgres' | 'store'>

/** SIGKILL, and a restart after a moment. @param slow what delays the store, which forgets it when it is killed. */
export async function killAndRestart(
  lab: KillableLab,
  programs: Programs,
  victim: Victim,
  draw: KillDraw,
  slow: FaultRule,
): Promise<void> {
  switch (victim) {
    case 'worker':
      await programs.worker.kill()
      programs.worker = await lab.startWorker()
      return
    case 'web':
      await programs.web.kill()
      await sleep(draw.awayMs)
      programs.web = await lab.startWeb(programs.door)
      return
    case 'postgres':
      await lab.postgres.kill()
      await sleep(draw.awayMs)
      await lab.postgres.restart()
      return
    case 'node':
      await draw.node?.kill()
      await sleep(draw.awayMs)
      await draw.node?.start()
      return
    case 'store':
      await lab.store.kill()
      await sleep(draw.awayMs)
      await lab.store.restart()
      await lab.store.inject(slow)
      return
  }
}
