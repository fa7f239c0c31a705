import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { cache, type ReactNode, Suspense } from 'react'
import { type SignedInPerson, sessionQuery } from '../auth/session.ts'
import { HtmlFacts } from '../features/shell/components/html-facts.tsx'
import { ExpectAnswers, HydrateAtOnce } from '../trpc/late-answers.tsx'
import { type FirstAnswers, readFirstData } from './read-first-data.ts'

/** Once per document. Null: without data the page says what is wrong, when the browser asks. */
const firstAnswers = cache(async (): Promise<(FirstAnswers & { madeAt: Date }) | null> => {
  const madeAt = new Date()
  const first = await readFirstData(await headers(), madeAt).catch(() => null)
  return first && { ...first, madeAt }
})

/**
 * Reads on the server what a page shows first, so that its HTML has the numbers. What takes longer follows in the document;
 * what fails is left to the browser. It is in the layout, which is rendered once per document: whoever goes from page to
 * page waits for nothing here.
 */
export async function FirstData({ children }: { children: ReactNode }) {
  // Not for what is prepared in advance.
  await connection()
  const first = await firstAnswers()
  const person = first?.queryClient.getQueryData<SignedInPerson>(sessionQuery.queryKey)
  return (
    <HtmlFacts madeAt={first?.madeAt ?? new Date()} person={person} position={first?.position}>
      {first ? (
        <HydrationBoundary state={dehydrate(first.queryClient)}>
          <ExpectAnswers late={first.late()}>{children}</ExpectAnswers>
        </HydrationBoundary>
      ) : (
        children
      )}
    </HtmlFacts>
  )
}

/** A page inside of `FirstData`. Where its answers are late, it is sent without them at first, and then once more with them. */
export async function PageData({ children }: { children: ReactNode }) {
  const first = await firstAnswers()
  if (!first?.whole) return children
  return (
    <Suspense fallback={children}>
      <WholePage {...first}>{children}</WholePage>
    </Suspense>
  )
}

async function WholePage({ queryClient, whole, shown, children }: FirstAnswers & { children: ReactNode }) {
  await whole
  return (
    <HydrateAtOnce state={dehydrate(queryClient)} shown={shown()}>
      {children}
    </HydrateAtOnce>
  )
}
