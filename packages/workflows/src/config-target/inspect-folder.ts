import { randomUUID } from 'node:crypto'
import { open, realpath, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { errorCodeOf, explainFileError } from './file-error.ts'

export type FolderCheck =
  /** `identity` is the same for two paths to one folder, as with a bind mount. */
  { kind: 'writable'; identity: string } | { kind: 'fault'; text: string }

/**
 * Whether this machine can and may write into a folder. `roots` are the folders that the worker's operator has
 * released; a path outside of them, also through a link, is refused: console users choose the folder, and must not
 * reach others with it. The folder itself is not changed, except for a temporary file.
 */
export async function inspectFolder(folder: string, roots: readonly string[]): Promise<FolderCheck> {
  if (roots.length === 0)
    return fault(
      'This worker may not write any folder. Start it with FROSTLINE_CONFIG_ROOTS, which lists the folders it may write.',
    )
  try {
    const real = await realpath(folder)
    if (real !== folder) return fault(`${folder} contains a symbolic link to ${real}. Use that path instead.`)
    const inside = await Promise.all(roots.map(async (root) => isWithin(real, await realRoot(root))))
    if (!inside.includes(true))
      return fault(
        `${folder} is not below ${roots.join(' or ')}, the folders in FROSTLINE_CONFIG_ROOTS that this worker may write.`,
      )
    const facts = await stat(real)
    if (!facts.isDirectory()) return fault(`${folder} is not a folder.`)
    await tryToWrite(real)
    return { kind: 'writable', identity: `${facts.dev}:${facts.ino}` }
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw error
    return fault(explainFileError(error, folder))
  }
}

async function realRoot(root: string): Promise<string> {
  return realpath(root).catch(() => root)
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The permission bits alone are not enough: they do not show a read-only mount, a quota or a full disk. */
async function tryToWrite(folder: string): Promise<void> {
  const probe = join(folder, `.frostline-check-${randomUUID()}`)
  const file = await open(probe, 'wx', 0o600)
  try {
    await file.sync()
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
}

function fault(text: string): FolderCheck {
  return { kind: 'fault', text }
}
