/**
 * Polar, AccessLink API v3: exercises, days, nights and heart rates of a watch. Owns no table,
 * address or event.
 */
package io.tributary.provider.polar;
