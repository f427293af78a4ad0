/**
 * Adapter for the Fitbit Web API (ADR 0105).
 *
 * <p>Records are polled and also announced by notifications. All times are wall-clock times, so the
 * account's time zone is read first. The conversion is stateless. The package owns no tables,
 * addresses or events. Start with {@link FitbitAdapter}.
 */
package io.tributary.provider.fitbit;
