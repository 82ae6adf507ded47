/**
 * Set `--top` to the distance between the top of the document and an element, so that the element can fill the rest of the screen
 * with `height: calc(100dvh - var(--top, 46px))`. What is above it may change its height at any time. For use with `{@attach}`.
 */
export function measureTop(element: HTMLElement): () => void {
  const measure = (): void => {
    element.style.setProperty("--top", `${element.getBoundingClientRect().top + scrollY}px`);
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(document.body);
  return () => observer.disconnect();
}
