/** `02:00:00:00:AA:01` from any of the usual spellings; null when it is no MAC address. */
export function normaliseMac(value: string): string | null {
  const digits = value.replace(/[:.-]/g, '');
  if (!/^[0-9a-fA-F]{12}$/.test(digits)) return null;
  return (digits.toUpperCase().match(/../g) ?? []).join(':');
}
