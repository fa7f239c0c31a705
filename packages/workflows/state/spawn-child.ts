import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SecretKey } from '@frostline/db'
import type { ServiceContext } from '@frostline/services'

export type ChildWork =
  | { kind: 'drive'; id: string }
  | { kind: 'apply'; document: Record<string, unknown>; secrets: Record<string, string> }

export interface ChildTask {
  url: string
  key: SecretKey
  actor: ServiceContext['actor']
  work: ChildWork
}

/** A process that does this work when it is told to begin, and can be killed. */
export function spawnChild({ key, ...task }: ChildTask) {
  const program = fileURLToPath(new URL('./child.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    env: {
      ...process.env,
      STATE_TASK: JSON.stringify({ ...task, key: Buffer.from(key.bytes).toString('base64') }),
    },
  })
  return {
    ready: once(child, 'message'),
    ended: once(child, 'exit'),
    begin: () => void child.send('begin'),
    kill: () => void child.kill('SIGKILL'),
  }
}
