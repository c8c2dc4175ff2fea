/** A full name as staff search for it: whoever types its beginning, in any case, finds it. */
export const lowerName = (fullName: string): string => fullName.toLowerCase();
