import { fillPlace, type NodePlace } from '../storage-config/render-draft.ts'

/** The only file that Frostline writes into a node's configuration folder. It touches no other. */
export const storageFileName = 'frostline-storage.xml'

export interface FolderRule {
  /** Template for every node, with `{node}`, `{shard}` and `{replica}`. May be empty. */
  folder: string
  /** Overrides the template, by node name. */
  folderByNode: Readonly<Record<string, string>>
}

export interface NodeFolder {
  node: string
  /** Absolute, without a trailing slash; unchanged if invalid. */
  folder: string
  fault: string | null
}

/**
 * The folder of each node, with a message if it is invalid. Only the machine that writes can check that it exists, is
 * writable and is no symlink elsewhere.
 */
export function resolveNodeFolders(rule: FolderRule, nodes: readonly NodePlace[]): NodeFolder[] {
  const folders = nodes.map((at) => {
    const given = (rule.folderByNode[at.node] ?? rule.folder).trim()
    const folder = fillPlace(given, at).replace(/(?<=.)\/+$/, '')
    return { node: at.node, folder, fault: findPathFault(folder) }
  })
  return folders.map((each) => {
    if (each.fault !== null) return each
    const twin = folders.find(({ node, folder }) => node !== each.node && folder === each.folder)
    return twin
      ? { ...each, fault: `${twin.node} has the same folder. Each node needs its own folder.` }
      : each
  })
}

function findPathFault(folder: string): string | null {
  if (folder === '') return 'It has no folder yet.'
  if (!folder.startsWith('/')) return `${folder} is not an absolute path. It must start with a slash.`
  if (folder === '/') return 'The root of the file system cannot be the configuration folder.'
  if (/\p{Cc}/u.test(folder)) return 'The path contains a control character.'
  if (folder.split('/').some((part, index) => part === '..' || part === '.' || (part === '' && index > 0)))
    return `${folder} contains ".", ".." or an empty part. Remove it.`
  const unknown = /\{[^}]*\}/.exec(folder)?.[0]
  return unknown ? `${unknown} is not a placeholder. Use {node}, {shard} and {replica}.` : null
}
