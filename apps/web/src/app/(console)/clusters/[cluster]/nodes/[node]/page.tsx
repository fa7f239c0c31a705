import type { Metadata } from 'next'
import { NodePage } from '@/features/nodes/components/node-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ cluster: string; node: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { node } = await params
  return { title: readPathParam(node) }
}

export default async function Page({ params }: Props) {
  const { cluster, node } = await params
  return <NodePage cluster={readPathParam(cluster)} name={readPathParam(node)} />
}
