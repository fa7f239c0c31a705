import type { ReactNode } from 'react'

interface Empty {
  /** Shown only where nothing is unknown. */
  picture?: ReactNode
  title: string
  children: string
}

/** Text of an empty page: that there is nothing is known only when every node was read. */
export function emptyUnlessAway({ missingNodes }: { missingNodes: readonly string[] }, empty: Empty): Empty {
  if (missingNodes.length === 0) return empty
  return {
    title: `${empty.title} on the nodes that answered`,
    children: `Unknown: ${missingNodes.join(', ')}. See Nodes for the reason.`,
  }
}
