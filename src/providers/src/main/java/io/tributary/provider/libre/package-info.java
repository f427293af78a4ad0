/**
 * LibreView: glucose sensors of Abbott, read with the patient's own password ({@code
 * abbott_libreview}) or through a practice that the patient shares with ({@code freestyle_libre}).
 * Nobody has published the interface; facts and choices are in ADR 0108. Owns no tables, addresses
 * or events.
 */
package io.tributary.provider.libre;
