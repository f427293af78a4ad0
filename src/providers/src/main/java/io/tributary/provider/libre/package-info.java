/**
 * Adapter for LibreView, the glucose sensors of Abbott (ADR 0108).
 *
 * <p>Data are polled with the patient's own password ({@code abbott_libreview}) or through a
 * practice that the patient shares with ({@code freestyle_libre}). The API is not publicly
 * documented. The package owns no tables, addresses or events. Start with {@link LibreAdapter}.
 */
package io.tributary.provider.libre;
