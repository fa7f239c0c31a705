#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../dist/main.mjs', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  console.error(
    'Error: The command line is not built yet.\nRun `npm run build` in the checkout, then try again.',
  )
  process.exitCode = 1
}
