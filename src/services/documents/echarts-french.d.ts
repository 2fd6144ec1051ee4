/** The words of a language, which echarts ships without their type. */
declare module 'echarts/i18n/langFR-obj.js' {
  import type { registerLocale } from 'echarts/core';

  const words: Parameters<typeof registerLocale>[1];
  export default words;
}
