import type { Metadata, Route } from 'next'
import { SignInPage } from '../../features/sign-in/components/sign-in-page.tsx'
import { safeReturnPath } from '../../security/safe-return-path.ts'

export const metadata: Metadata = { title: 'Sign in' }

/** In one piece: a form that is streamed in after the shell stands there twice for a moment, and takes what is typed. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const { next } = await searchParams
  return <SignInPage next={safeReturnPath(typeof next === 'string' ? next : null) as Route} />
}
