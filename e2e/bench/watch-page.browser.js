/* Runs before any script of a page and collects the measurements of the bench. */
globalThis.watched = { lcpMs: 0, shift: 0, inputMs: 0, firstNumberMs: null, firstPaintMs: null }
const watch = (type, take, options = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    ...options,
  })
watch('largest-contentful-paint', (entry) => {
  globalThis.watched.lcpMs = entry.startTime
})
watch('layout-shift', (entry) => {
  if (!entry.hadRecentInput) globalThis.watched.shift += entry.value
})
watch(
  'event',
  (entry) => {
    if (entry.interactionId) globalThis.watched.inputMs = Math.max(globalThis.watched.inputMs, entry.duration)
  },
  { durationThreshold: 16 },
)
// The first figure in the content of the page. Its frame has only counts of alerts.
const look = () => {
  if (/\d/.test(document.querySelector('main')?.innerText ?? ''))
    globalThis.watched.firstNumberMs = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)
