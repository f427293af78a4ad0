/**
 * LibreView's cloud as its web portal and its follower app see it, of patients ({@code
 * abbott_libreview}) and of a practice ({@code freestyle_libre}). Owns no tables, addresses or
 * events.
 */
package io.tributary.simulators.libre;
