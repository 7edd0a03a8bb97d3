// These functions are also the webview's: `page.ts` puts their text into its script. They use nothing around them.

/** The size at which all of the picture's width is seen. Small pictures are not enlarged. */
export function fittedSize(pictureWidth: number, windowWidth: number): number {
  return pictureWidth > 0 && windowWidth > 0 ? Math.max(0.1, Math.min(1, windowWidth / pictureWidth)) : 1;
}

/** The size after some steps towards larger (or, if negative, smaller). */
export function zoomedSize(size: number, steps: number): number {
  return Math.min(4, Math.max(0.1, size * 1.15 ** steps));
}

/** Where to scroll so that the point at `pointer` stays under the pointer when the size changes. */
export function scrollAfterZoom(scroll: number, pointer: number, before: number, after: number): number {
  return Math.max(0, ((scroll + pointer) * after) / before - pointer);
}
