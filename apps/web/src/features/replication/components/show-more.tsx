'use client'
import { Button } from '@frostline/ui'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** At the end of a list of cards; nothing where all are shown. */
export function ShowMore({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null
  return (
    <div className="flex justify-center border-t p-3">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}
