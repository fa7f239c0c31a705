import type { Metadata } from 'next'
import { BrowserPage } from '@/features/sources/components/browser-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Objects' }

/** The source is in the URL, so nothing of the page can be rendered before the navigation. */
export const instant = false

export default async function Page({ params }: { params: Promise<{ source: string }> }) {
  const { source } = await params
  return <BrowserPage id={readPathParam(source)} />
}
