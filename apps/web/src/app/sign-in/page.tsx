import type { Metadata, Route } from 'next'
import { SignInPage } from '../../features/sign-in/components/sign-in-page.tsx'
import { safeReturnPath } from '../../security/safe-return-path.ts'
import { readSignInOptions } from '../../server/read-sign-in-options.ts'

export const metadata: Metadata = { title: 'Sign in' }

/** Not streamed: a form streamed in after the shell exists twice for a moment, and loses input. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>
}) {
  const { next, error } = await searchParams
  return (
    <SignInPage
      next={safeReturnPath(typeof next === 'string' ? next : null) as Route}
      failure={typeof error === 'string' ? error : null}
      options={await readSignInOptions()}
    />
  )
}
