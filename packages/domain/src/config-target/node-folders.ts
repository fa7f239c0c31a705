import { fillPlace, type NodePlace } from '../storage-config/render-draft.ts'

/** The one file that Frostline writes into a node's configuration folder. Nothing else there is ever touched. */
export const storageFileName = 'frostline-storage.xml'

export interface FolderRule {
  /** For every node, with `{node}`, `{shard}` and `{replica}` filled in. May be empty. */
  folder: string
  /** Goes before it, by name of the node. */
  folderByNode: Readonly<Record<string, string>>
}

export interface NodeFolder {
  node: string
  /** Absolute, without a slash at its end; as given where it has a fault. */
  folder: string
  fault: string | null
}

/**
 * The folder of each node, with what is wrong about it as a text. What only the machine that writes can tell (it exists,
 * it is writable, it is no link to elsewhere) is not judged here.
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
