/** Whether this is `npm run test:deep`, which tries more and takes longer. */
export const isDeep = process.env['PLUGBOARD_DEEP'] === '1';
