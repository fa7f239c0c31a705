'use client'
import { Button, setPrinting } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'

/** A fold may read what it shows. A node that does not answer must not hold the print back. */
const patienceMs = 10_000
const lookEveryMs = 100

/** Opens all folds of the page, waits until they have their content, and prints. */
export function PrintButton({ size }: { size?: 'sm' }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    setPrinting(true)
    const endsAt = performance.now() + patienceMs
    const isReading = () =>
      queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0 ||
      document.querySelector('#main [role="status"][aria-label="Loading"]') !== null
    do await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    while (isReading() && performance.now() < endsAt)
    setBusy(false)
    // It returns when the dialog is closed.
    window.print()
    setPrinting(false)
  }
  return (
    <Button size={size} icon={<Printer aria-hidden />} busy={busy} onClick={() => void print()}>
      Print
    </Button>
  )
}
