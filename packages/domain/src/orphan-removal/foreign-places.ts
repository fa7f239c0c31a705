/** A folder whose files no server tells, by what lies in it. */
export interface ForeignPlace {
  /** With the slash at its end. Empty: the whole bucket. */
  prefix: string
  reason: string
}

/** Names by which a folder is known that holds something else than the objects of a disk with its metadata on the node. */
export const foreignMarks: readonly { pattern: string; what: string }[] = [
  { pattern: '^(.*/|)\\.backup$', what: 'a BACKUP' },
  { pattern: '^(.*/|)__meta/[^/]+/prefix\\.path$', what: 'a disk that keeps its metadata in the bucket' },
  { pattern: '^(.*/|)(?!__meta/)[^/]+/prefix\\.path$', what: 'a disk that keeps its metadata in the bucket' },
  {
    pattern: '^(.*/|)(?:store/[0-9a-f]{3}/[0-9a-f]{8}-[0-9a-f-]{27}/.+|data/[^/]+/[^/]+/[^/]+/[^/]+)$',
    what: 'a BACKUP, or of a disk that keeps its metadata in the bucket',
  },
]

/** The folder that a key gives away. Null: none. */
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

/** Why nobody can tell whether an object is needed. Null: it lies in none of them. */
export function explainForeign(key: string, places: readonly ForeignPlace[]): string | null {
  return places.find(({ prefix }) => key.startsWith(prefix))?.reason ?? null
}

/** A disk whose files system.remote_data_paths leaves out. */
export interface UnreportedDisk {
  name: string
  /** As system.disks has it: of a plain disk the start of its keys, in whichever bucket. */
  path: string
  metadataType: string
}

const plain = /^plain(rewritable)?$/i

/**
 * Where such disks may keep their objects. A plain disk tells its prefix, though not its bucket. Of any other kind nobody
 * knows where its objects lie, and it names them as disks with metadata on the node do.
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
