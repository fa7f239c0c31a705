import { archiveFolder } from '../archive/archive-keys.ts'

/** A folder whose files no server lists, with its kind of content. */
export interface ForeignPlace {
  /** With a trailing slash. Empty: the whole bucket. */
  prefix: string
  reason: string
}

/** Names that identify a folder with something else than objects of a disk with metadata on the node. */
export const foreignMarks: readonly { pattern: string; what: string }[] = [
  { pattern: `^((?:.*/|)${archiveFolder}/).+$`, what: 'an archive' },
  { pattern: '^(.*/|)\\.backup$', what: 'a BACKUP' },
  { pattern: '^(.*/|)__meta/[^/]+/prefix\\.path$', what: 'a disk that keeps its metadata in the bucket' },
  { pattern: '^(.*/|)(?!__meta/)[^/]+/prefix\\.path$', what: 'a disk that keeps its metadata in the bucket' },
  {
    pattern: '^(.*/|)(?:store/[0-9a-f]{3}/[0-9a-f]{8}-[0-9a-f-]{27}/.+|data/[^/]+/[^/]+/[^/]+/[^/]+)$',
    what: 'a BACKUP, or of a disk that keeps its metadata in the bucket',
  },
]

/** The foreign folder that a key identifies, or null. */
export function findForeignPlace(key: string): ForeignPlace | null {
  for (const { pattern, what } of foreignMarks) {
    const prefix = new RegExp(pattern).exec(key)?.[1]
    if (prefix !== undefined) return foreignPlace(prefix, what)
  }
  return null
}

export function foreignPlace(prefix: string, what: string): ForeignPlace {
  const where = prefix === '' ? 'In this bucket' : `Below ${prefix}`
  return { prefix, reason: `${where} are files of ${what}, which are not listed by any server.` }
}

/** Why it is unknown whether an object is needed. Null: it is in none of them. */
export function explainForeign(key: string, places: readonly ForeignPlace[]): string | null {
  return places.find(({ prefix }) => key.startsWith(prefix))?.reason ?? null
}

/** A disk whose files are not in system.remote_data_paths. */
export interface UnreportedDisk {
  name: string
  /** From system.disks; for a plain disk the key prefix, in an unknown bucket. */
  path: string
  metadataType: string
}

const plain = /^plain(rewritable)?$/i

/**
 * Where such disks may keep their objects. A plain disk shows its prefix, but not its bucket. The location of any other
 * kind is unknown, and it names objects like disks with metadata on the node.
 */
export function findUnreportedPlaces(node: string, disks: readonly UnreportedDisk[]): ForeignPlace[] {
  return disks.map(({ name, path, metadataType }) => {
    const prefix = path.replace(/^\/+/, '')
    const isTold = plain.test(metadataType) && prefix !== ''
    return foreignPlace(
      isTold ? (prefix.endsWith('/') ? prefix : `${prefix}/`) : '',
      `the disk ${name} of ${node}${isTold ? '' : `, whose metadata (${metadataType}) is not on the node`}`,
    )
  })
}
