interface NodeCaches {
  name: string
  seen: {
    caches: readonly { name: string; settings: readonly { name: string; value: string }[] }[] | null
  } | null
}

export interface GroupedSetting {
  name: string
  values: { value: string; nodes: string[] }[]
}

export interface GroupedCache {
  name: string
  /** In the order of the server; each value with the nodes that have it. */
  settings: GroupedSetting[]
}

/** Settings by cache name: nodes that agree are shown once. */
export function groupSettings(nodes: readonly NodeCaches[]): GroupedCache[] {
  const caches = new Map<string, Map<string, Map<string, string[]>>>()
  for (const node of nodes)
    for (const cache of node.seen?.caches ?? []) {
      const settings = caches.get(cache.name) ?? new Map<string, Map<string, string[]>>()
      caches.set(cache.name, settings)
      for (const { name, value } of cache.settings) {
        const values = settings.get(name) ?? new Map<string, string[]>()
        settings.set(name, values)
        values.set(value, [...(values.get(value) ?? []), node.name])
      }
    }
  return [...caches].map(([name, settings]) => ({
    name,
    settings: [...settings].map(([setting, values]) => ({
      name: setting,
      values: [...values].map(([value, on]) => ({ value, nodes: on })),
    })),
  }))
}
