'use client'
import { Button, Dialog } from '@frostline/ui'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { usePriceBook } from '../hooks/use-price-book.ts'
import { PriceBookForm } from './price-book-form.tsx'

/** Opens the prices that every amount is told by: to read for all, to change for admins. */
export function PriceBookButton({ cluster }: { cluster: string }) {
  const [open, setOpen] = useState(false)
  const { data } = usePriceBook(cluster)
  return (
    <Dialog
      title="Price book"
      description={
        data?.isDefault === false
          ? `Set by ${data.setBy} on ${data.setAt?.toISOString().slice(0, 10)}.`
          : 'Default prices are examples. Set the prices that you pay.'
      }
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<BookOpen aria-hidden />} disabled={!data}>
          Price book
        </Button>
      }
    >
      {data && open ? <PriceBookForm cluster={cluster} stored={data} onDone={() => setOpen(false)} /> : null}
    </Dialog>
  )
}
