import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'

const NOBODY = 65534

/** How to run a PostgreSQL program, which refuses to run as root. */
export interface RunAs {
  command(program: string, args: readonly string[]): { readonly file: string; readonly args: string[] }
  readonly uid?: number
  readonly gid?: number
}

const direct: RunAs = { command: (file, args) => ({ file, args: [...args] }) }

/** A user namespace in which root is called nobody: needs no account, and files stay root's outside. */
const inNamespace: RunAs = {
  command: (program, args) => ({
    file: 'unshare',
    args: ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', program, ...args],
  }),
}

/** Chooses the method for this process and folder, which is created. */
export async function chooseRunAs(folder: string): Promise<RunAs> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return direct
  // A folder created by the fallback keeps it: its files belong to nobody.
  if (statSync(folder).uid !== NOBODY) {
    const { file, args } = inNamespace.command('true', [])
    if (spawnSync(file, args, { stdio: 'ignore' }).status === 0) return inNamespace
    await chown(folder, NOBODY, NOBODY)
  }
  return { ...direct, uid: NOBODY, gid: NOBODY }
}
