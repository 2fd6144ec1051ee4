/** Forms of a page, as a browser would send them. */

/** The fields of the first form of a page that runs an operation. */
export function formOf(text: string, operation: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]*/do/${operation}".*?</form>`).exec(text) ?? [];
  const fields = [...form.matchAll(/name="([\w.]+)"[^>]*? value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
  );
}
