/** The company whose assistants live in the sandbox, and whose name they give on the phone. */
export const company = { id: 'company-sandbox', name: 'Sandbox Corp' };

/** Where the company has its office hours, unless told otherwise. */
export const defaultTimeZone = 'Europe/Berlin';
