import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './find-binaries.ts'
import type { RunAs } from './run-as.ts'

const execute = promisify(execFile)
const TEMPORARY = 'initdb-'

/**
 * Makes the database folder `<dataDir>/data` if it is not there. initdb works in a temporary folder that is
 * renamed at the end, so a crash in the middle leaves nothing that looks like a database.
 */
export async function initializeDatabase(
  dataDir: string,
  password: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(TEMPORARY)) await rm(join(dataDir, name), { recursive: true })
  }
  const final = join(dataDir, 'data')
  if (existsSync(final)) return
  const temporary = join(dataDir, `${TEMPORARY}${process.pid}`)
  const passwordFile = `${temporary}.password`
  const owner = { ...(runAs.uid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid }) }
  const { file, args } = runAs.command(binaries.initdb, [
    `--pgdata=${temporary}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  try {
    await writeFile(passwordFile, password, { mode: runAs.uid === undefined ? 0o600 : 0o644 })
    await execute(file, args, { ...owner, cwd: dataDir })
    await rename(temporary, final)
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr ?? String(cause)
    throw new Error(`initdb could not make a PostgreSQL database in ${final}:\n${said.trim()}`, { cause })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(temporary, { recursive: true, force: true })
  }
}
