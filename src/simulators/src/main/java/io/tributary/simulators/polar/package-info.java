/**
 * Polar's cloud, AccessLink v3: exercises, days, nights, heart rates, the user, and one signed
 * webhook per application. Owns no table, address or event.
 */
package io.tributary.simulators.polar;
