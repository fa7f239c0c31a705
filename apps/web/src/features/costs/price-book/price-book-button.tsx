'use client'
import { Button, Dialog, SkeletonRows } from '@frostline/ui'
import { BookOpen } from 'lucide-react'
import { late } from '@/navigation/late.tsx'
import { flagParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { usePriceBook } from '../hooks/use-price-book.ts'

const PriceBookForm = late(
  async () => (await import('./price-book-form.tsx')).PriceBookForm,
  <SkeletonRows count={8} />,
)

/** Whether the prices are open. */
const params = { prices: flagParam() }

/** Opens the prices that every amount is told by: to read for all, to change for admins. */
export function PriceBookButton({ cluster }: { cluster: string }) {
  const [{ prices: open }, setUrl] = useUrlState(params)
  const setOpen = (next: boolean) => setUrl({ prices: next })
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
