export interface RegisteredCluster {
  readonly slug: string
  readonly nodes: readonly { readonly url: string }[]
}

/**
 * Whether the nodes of the demo are all that the console knows. As soon as another cluster is registered, nothing of the
 * demo work is done any more: an audit, for example, would read the nodes of all clusters.
 */
export function isDemoAlone(clusters: readonly RegisteredCluster[], demoUrls: readonly string[]): boolean {
  const [demo, ...others] = clusters
  if (!demo || others.length > 0) return false
  const own = new Set(demo.nodes.map(({ url }) => url))
  return own.size === demoUrls.length && demoUrls.every((url) => own.has(url))
}
