/** Cases of complementary data, supporting documents, exports and the files they produce. */
import type { BadCase, CaseInput, GoodCase } from './requests.ts';

const gone = { params: { fileId: '01930000-0000-7000-8000-000000000000' } };

export const COMPLEMENTARY_GOOD: readonly GoodCase[] = [];

export const COMPLEMENTARY_BAD: readonly BadCase[] = [['file.download', 'ProducedFileNotFound', gone]];

/** A file has a name of its own each time: test/services/documents/produced-files.test.ts downloads one. */
export const COMPLEMENTARY_ELSEWHERE: Readonly<Record<string, CaseInput>> = { 'file.download': gone };
