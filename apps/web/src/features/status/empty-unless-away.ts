import type { ReactNode } from 'react'

interface Empty {
  /** Shown only where nothing is unknown. */
  picture?: ReactNode
  title: string
  children: string
}

/** A page without rows: that there are none is known only where every node was asked. */
export function emptyUnlessAway({ missingNodes }: { missingNodes: readonly string[] }, empty: Empty): Empty {
  if (missingNodes.length === 0) return empty
  return {
    title: `${empty.title} on the nodes that answered`,
    children: `Unknown: ${missingNodes.join(', ')}. See Nodes for the reason.`,
  }
}
