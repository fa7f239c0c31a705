import type { Metadata, Route } from 'next'
import { SignInPage } from '../../features/sign-in/components/sign-in-page.tsx'
import { safeReturnPath } from '../../security/safe-return-path.ts'

export const metadata: Metadata = { title: 'Sign in' }

/** Not streamed: a form streamed in after the shell exists twice for a moment, and loses input. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const { next } = await searchParams
  return <SignInPage next={safeReturnPath(typeof next === 'string' ? next : null) as Route} />
}
