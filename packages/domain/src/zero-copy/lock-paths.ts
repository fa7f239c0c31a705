/**
 * Where replicas lock the parts of a table on S3 disks: `<root>/<part>/<blob>/<replica>`.
 * @param base remote_fs_zero_copy_zookeeper_path; `name:/path` names another Keeper.
 * @param sharedId of the table in Keeper (`table_shared_id`), which is the uuid of its first replica.
 */
export function lockRoot(base: string, sharedId: string): { zookeeper: string; path: string } {
  const named = /^([^/:]+):(\/.*)$/.exec(base)
  const path = (named?.[2] ?? base).replace(/\/+$/, '')
  return { zookeeper: named?.[1] ?? 'default', path: `${path}/zero_copy_s3/${sharedId}` }
}

/** The lock name for the object with a part's checksums.txt. */
export function blobOfObject(key: string): string {
  return key.replaceAll('/', '_')
}
