'use client'
import { late } from '@/navigation/late.tsx'

/** What of a page is managed from a file. Most consoles have none, so that its code is loaded afterwards. */
export const ManagedNotice = late(async () => (await import('./components/managed-notice.tsx')).ManagedNotice)
