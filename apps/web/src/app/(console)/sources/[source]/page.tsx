import type { Metadata } from 'next'
import { BrowserPage } from '@/features/sources/components/browser-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Objects' }

/** Which source it is stands in the address, so nothing of the page can be drawn ahead of the navigation. */
export const instant = false

export default async function Page({ params }: { params: Promise<{ source: string }> }) {
  const { source } = await params
  return <BrowserPage id={readPathParam(source)} />
}
