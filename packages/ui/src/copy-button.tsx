'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { showToast } from './toast.tsx'

export interface CopyButtonProps {
  text: string
  label?: string | undefined
  className?: string | undefined
}

export function CopyButton({ text, label = 'Copy', className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The clipboard needs a secure context: plain http on a host other than localhost has none.
      showToast({
        tone: 'warning',
        title: 'The browser refused to copy',
        description: 'Select the text and copy it manually, or open the console over HTTPS.',
      })
    }
  }
  return (
    <IconButton
      size="sm"
      label={copied ? 'Copied' : label}
      icon={copied ? <Check className="text-ok" /> : <Copy />}
      onClick={copy}
      className={className}
    />
  )
}
