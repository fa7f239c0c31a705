import { type ForeignPlace, foreignPlace } from './foreign-places.ts'

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
