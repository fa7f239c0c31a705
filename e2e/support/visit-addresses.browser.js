// Runs in the page: opens one URL after the other, like its own links do, and waits until each is rendered. Checking
// from outside after each URL took most of the time. Returns the URLs that broke it, and stops at the third: a page
// that renders nothing more would take its time limit at each.
globalThis.visitAddresses = async ([path, queries, drawMs]) => {
  // A tab in the background may get no frame at all.
  const nextFrame = () =>
    Promise.race([
      new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      new Promise((done) => setTimeout(done, 100)),
    ])
  const isBroken = () => /Something went wrong/.test(document.body.innerText)
  const isDrawn = () => document.querySelector('h1')?.checkVisibility() === true

  const broken = []
  for (const query of queries) {
    if (broken.length === 3) break
    history.replaceState(null, '', `${path}?${query}`)
    await nextFrame()
    const end = performance.now() + drawMs
    while (!isBroken() && !isDrawn() && performance.now() < end) await nextFrame()
    if (isBroken() || !isDrawn()) broken.push(`${path}?${query}`)
  }
  return broken
}
