'use client'
import { useEffect, useState } from 'react'

/**
 * Counts the visits of a page. Next keeps pages that were left, hidden and with all their state; as a key, this number
 * starts their content anew. For what must not outlive a visit: passwords, secrets shown once, half-filled forms.
 */
export function useVisit(): number {
  const [visit, setVisit] = useState(0)
  // Effects end when the page is hidden, so what must go is gone by then, not only when somebody returns.
  useEffect(() => () => setVisit((count) => count + 1), [])
  return visit
}
