/**
 * Simulates LibreView's cloud as its web portal and its follower app use it, for patients ({@code
 * abbott_libreview}) and for a practice ({@code freestyle_libre}). The package owns no tables,
 * addresses or events. Start with {@link io.tributary.simulators.libre.LibreVendor}.
 */
package io.tributary.simulators.libre;
