import { createHash, randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf, explainFileError } from './file-error.ts'

/** No hand-written configuration is larger. */
const maxBytes = 1_048_576

export type DropInState =
  | { kind: 'absent' }
  | { kind: 'present'; text: string; digest: string; writtenAt: Date }
  /** Unreadable, or something that is never overwritten. */
  | { kind: 'fault'; text: string }

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The current file. A link is never followed: it could lead out of the folder. */
export async function readDropIn(folder: string, name: string): Promise<DropInState> {
  const path = join(folder, name)
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    // The folder itself may be missing: an unmounted share is not an absent file.
    if (errorCodeOf(error) === 'ENOENT' && (await isFolder(folder))) return { kind: 'absent' }
    return { kind: 'fault', text: explainFileError(error, path) }
  }
  try {
    const facts = await file.stat()
    if (!facts.isFile()) return { kind: 'fault', text: `${path} is not a file.` }
    if (facts.size > maxBytes)
      return { kind: 'fault', text: `${path} has ${facts.size} bytes and was not written by Frostline.` }
    const text = await file.readFile('utf8')
    return { kind: 'present', text, digest: digestOf(text), writtenAt: facts.mtime }
  } catch (error) {
    return { kind: 'fault', text: explainFileError(error, path) }
  } finally {
    await file.close()
  }
}

/**
 * Writes the text atomically and durably: a temporary file in the same folder, synced, renamed over the old one, and
 * the folder synced. ClickHouse ignores the temporary name, so a crash leaves nothing that takes effect. Readable only
 * for the owner and the group of the folder, since it may contain keys.
 * @throws the error of the file system.
 */
export async function writeDropIn(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `.${name}.${randomUUID()}.new`)
  try {
    const file = await open(temporary, 'wx', 0o640)
    try {
      await file.writeFile(text)
      await giveToGroupOf(await stat(folder), file)
      await file.chmod(0o640)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** @throws the error of the file system; a missing file is no error. */
export async function removeDropIn(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true })
  await syncFolder(folder)
}

async function giveToGroupOf(folder: Stats, file: FileHandle): Promise<void> {
  const { uid, gid } = await file.stat()
  if (gid === folder.gid) return
  // Only to a group that the worker is in; otherwise the file keeps the worker's own.
  await file.chown(uid, folder.gid).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EPERM') throw error
  })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
}
