/**
 * The disk that holds a path: the one with the longest path before it. A cache has the path of the disk behind it; the
 * cache is returned, since tables use it by that name. Null: none.
 */
export function diskOfPath(
  path: string,
  disks: readonly { name: string; path: string; isCache: boolean }[],
): string | null {
  const holding = disks.filter((disk) => disk.path !== '' && path.startsWith(withSlash(disk.path)))
  const longest = Math.max(...holding.map((disk) => disk.path.length))
  const closest = holding.filter((disk) => disk.path.length === longest)
  return (closest.find(({ isCache }) => isCache) ?? closest[0])?.name ?? null
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
