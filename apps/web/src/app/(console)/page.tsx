import { FirstCluster } from '../../features/home/components/first-cluster.tsx'

export default function HomePage() {
  return <FirstCluster />
}
