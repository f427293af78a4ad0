/**
 * Adapter for Strava, API v3 (ADR 0106).
 *
 * <p>Notifications announce activities; a daily poll reads those that were missed. The conversion
 * is stateless: documents in, normalized records out. The package owns no tables, addresses or
 * events. Start with {@link StravaAdapter}.
 */
package io.tributary.provider.strava;
