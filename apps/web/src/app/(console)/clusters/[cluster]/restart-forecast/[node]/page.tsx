import type { Metadata } from 'next'
import { NodeStartUpPage } from '@/features/start-up/components/node-start-up-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ cluster: string; node: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { node } = await params
  return { title: `Restart forecast of ${readPathParam(node)}` }
}

export default async function Page({ params }: Props) {
  const { cluster, node } = await params
  return <NodeStartUpPage cluster={readPathParam(cluster)} name={readPathParam(node)} />
}
