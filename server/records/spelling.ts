/** A name without letter case, spaces and marks: `accountId`, `account-id` and `Account ID` are `accountid`. */
export const spellingOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
