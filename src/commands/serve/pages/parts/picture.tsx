/** A chart that an operation draws, as a picture from its own address: inside the page it would break the content policy. */
import type { Inputs } from '../page.ts';
import { address } from './view.ts';

export function Picture({ of, input, alt }: { of: string; input: Inputs; alt: string }) {
  const src = address(`/get/${of}`, input as Readonly<Record<string, string>>);
  // A browser asks for pictures when the page is laid out, unless it learns that this one is what the page is about.
  return <img class="chart" {...{ src }} alt={alt} width="900" height="260" fetchpriority="high" />;
}
