'use client'
import { useEffect, useState } from 'react'

/**
 * Counts the visits of a page. Next keeps pages that were left, hidden and with all their state; as a key, this number
 * resets their content. For what must not outlive a visit: passwords, secrets shown once, half-filled forms.
 */
export function useVisit(): number {
  const [visit, setVisit] = useState(0)
  // Effects end when the page is hidden, so such content is gone by then, not only when the user returns.
  useEffect(() => () => setVisit((count) => count + 1), [])
  return visit
}
